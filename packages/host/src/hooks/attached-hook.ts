/** Makes what is attached to a session into hooks of the pipeline: one each, also for what can't be asked. */
import { type Asking, type Hook, HookFailure, toolOf } from '@belay/hooks'
import type { Attachment, NotAskedReason, PointId } from '@belay/trace'
import { attachmentVersion } from './attachment-version'
import { toolMatcher } from './builtin/tool-matcher'
import { pointsGone } from './unfit'

/** What an attachment takes from the hook's own definition. */
export interface HookCode {
  readonly points: readonly PointId[]
  readonly matcher: string | null
  readonly timeoutMs: number
  readonly recheck: boolean
  readonly observe: boolean
  /** Asked at all of its points, wherever it was attached. */
  readonly together?: boolean
  readonly version: string
  readonly ask: (asking: Asking) => unknown
}

export function attachedHook(attachment: Attachment, code: HookCode): Hook {
  const { timeoutMs, recheck, observe } = code
  const { points, ask } = code.together === true ? code : placesOf(attachment, code)
  return {
    ...whoIs(attachment),
    points,
    timeoutMs,
    recheck,
    observe,
    version: attachmentVersion(code.version, attachment.params),
    unavailable: null,
    skips: skipsOf(code.matcher),
    ask,
  }
}

/**
 * Where its file does not stand any more it is not asked. One that was to refuse where it does not answer still refuses there: no
 * edit takes a guard away in silence.
 */
function placesOf(attachment: Attachment, { points, ask }: HookCode): Pick<HookCode, 'points' | 'ask'> {
  const gone = attachment.source === 'program' ? null : pointsGone(attachment, points)
  if (gone === null || attachment.onFailure === 'open')
    return { points: attachment.points.filter((point) => points.includes(point)), ask }
  return {
    points: attachment.points,
    ask: (asking) => {
      if (gone.points.includes(asking.point)) throw new HookFailure('not_started', gone.why)
      return ask(asking)
    },
  }
}

/** `message` says what is wrong with it, with file and line where it has them. */
export function unavailableHook(attachment: Attachment, message: string): Hook {
  return {
    ...whoIs(attachment),
    points: attachment.points,
    timeoutMs: 0,
    recheck: false,
    observe: false,
    version: null,
    unavailable: { reason: 'failed to load', message },
    skips: () => null,
    ask: () => {
      throw new Error(message)
    },
  }
}

function whoIs({ id, name, source, mode, onFailure, hook, params }: Attachment) {
  return { id, name, source, mode, onFailure, attached: { hook, params } }
}

function skipsOf(matcher: string | null): Hook['skips'] {
  if (matcher === null) return () => null
  const compiled = toolMatcher(matcher)
  return (asking): NotAskedReason | null => {
    const tool = toolOf(asking)
    return tool === null || (compiled.ok && compiled.matches(tool)) ? null : 'matcher'
  }
}
