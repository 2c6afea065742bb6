/**
 * What a person does to several attached hooks at once. Promises: all of them or none, as one edit; they keep their order among
 * themselves; what cannot be done to one of them is said by its name.
 */
import type { Attachment, Composition, SessionId } from '@belay/trace'
import type { SharedChange } from '../contract/composing'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import type { AttachmentParts } from './attachments'
import { refuseShadowedMemory } from './attachments'
import { calledOf, refuseChange, refuseDetaching } from './brought'
import { changed, checkChange, findAttachment } from './change-attachment'
import { type Edit, editHooks } from './edit-hooks'
import { checkSetName } from './set-file'

interface SeveralParts extends Pick<AttachmentParts, 'library'> {
  readonly sessions: Sessions
}

interface Wanted {
  /** By id. */
  readonly attachments: readonly string[]
  readonly change: SharedChange
}

export async function changeSeveral(parts: SeveralParts, id: SessionId, wanted: Wanted): Promise<Composition> {
  const runner = parts.sessions.runner(id)
  const { change } = wanted
  if (change.do === 'move' && change.to !== undefined) {
    for (const hook of chosenOf(runner.composition().hooks, wanted.attachments))
      await checkChange(parts, hook, { points: movedPoints(hook, change) })
  }
  return editHooks(runner, (hooks) => editOf(hooks, wanted))
}

function editOf(hooks: readonly Attachment[], { attachments, change }: Wanted): Edit {
  const chosen = chosenOf(hooks, attachments)
  const called = severalCalled(hooks, chosen)
  switch (change.do) {
    case 'mode': {
      const { mode } = change
      const verb = chosen.length === 1 ? 'set' : 'switch'
      const said = verb === 'set' ? 'set' : 'switched'
      return {
        hooks: replaced(hooks, chosen, (hook) => inMode(hook, mode)),
        name: `${verb} ${called.text} to ${mode}`,
        change: `${called.text} ${called.was} ${said} to ${mode}`,
      }
    }
    case 'detach':
      return detached(hooks, chosen, { called, from: change.from })
    case 'move':
      return moved(hooks, chosen, { called, change })
    case 'set':
      return grouped(hooks, chosen, { called, set: change.set })
  }
}

/** In asking order. Throws where one of them is gone. */
function chosenOf(hooks: readonly Attachment[], ids: readonly string[]): readonly Attachment[] {
  for (const id of ids) findAttachment(hooks, id)
  const chosen = hooks.filter(({ id }) => ids.includes(id))
  if (chosen.length === 0) throw new OperationError('bad_input', 'No hooks were named, so nothing was changed.')
  return chosen
}

interface Called {
  readonly text: string
  readonly was: 'was' | 'were'
}

/** A set that is meant as a whole by its name, one hook by its own, others by their number. */
function severalCalled(hooks: readonly Attachment[], chosen: readonly Attachment[]): Called {
  const [first] = chosen
  const set = first?.set
  const whole = set === undefined ? [] : hooks.filter((hook) => hook.set === set)
  if (whole.length === chosen.length && chosen.every((hook) => hook.set === set))
    return { text: `the set ${set}`, was: 'was' }
  if (first !== undefined && chosen.length === 1) return { text: calledOf(first), was: 'was' }
  return { text: `${chosen.length} hooks`, was: 'were' }
}

function replaced(
  hooks: readonly Attachment[],
  chosen: readonly Attachment[],
  by: (hook: Attachment) => Attachment,
): readonly Attachment[] {
  return hooks.map((hook) => (chosen.includes(hook) ? by(hook) : hook))
}

function inMode(hook: Attachment, mode: Attachment['mode']): Attachment {
  const after = changed(hook, { mode })
  try {
    refuseShadowedMemory(after)
  } catch (error) {
    throw error instanceof OperationError ? new OperationError(error.code, nothing(hook, error.message)) : error
  }
  return after
}

function nothing(hook: Attachment, why: string): string {
  return `Nothing was changed, because of \`${calledOf(hook)}\`. ${why}`
}

interface Detaching {
  readonly called: Called
  readonly from: Attachment['points'][number] | undefined
}

function detached(hooks: readonly Attachment[], chosen: readonly Attachment[], { called, from }: Detaching): Edit {
  for (const hook of chosen) refuseDetaching(hook)
  const after = hooks.flatMap((hook) => {
    if (!chosen.includes(hook)) return [hook]
    const points = from === undefined ? [] : hook.points.filter((point) => point !== from)
    return points.length === 0 ? [] : [changed(hook, { points })]
  })
  const whole = after.length === hooks.length - chosen.length
  return {
    hooks: after,
    name: whole ? `detach ${called.text}` : `remove ${called.text} from ${from}`,
    change: whole ? `${called.text} ${called.was} detached` : `${called.text} ${called.was} removed from ${from}`,
  }
}

type Move = Extract<SharedChange, { do: 'move' }>

interface Moving {
  readonly called: Called
  readonly change: Move
}

function moved(hooks: readonly Attachment[], chosen: readonly Attachment[], { called, change }: Moving): Edit {
  for (const hook of chosen) refuseChange(hook, { position: change.position }, -1)
  const others = hooks.filter((hook) => !chosen.includes(hook))
  const place = Math.min(change.position, others.length)
  const block = chosen.map((hook) => {
    const after = changed(hook, { points: change.to === undefined ? undefined : movedPoints(hook, change) })
    refuseShadowedMemory(after)
    return after
  })
  const where = change.to === undefined || change.to === change.from ? `place ${place + 1}` : change.to
  return {
    hooks: others.toSpliced(place, 0, ...block),
    name: `move ${called.text} to ${where}`,
    change: `${called.text} ${called.was} moved to ${where}`,
  }
}

function movedPoints({ points }: Attachment, { from, to }: Move): Attachment['points'] {
  if (to === undefined) return points
  const wanted = points.map((point) => (point === from ? to : point))
  return wanted.filter((point, at) => wanted.indexOf(point) === at)
}

function grouped(
  hooks: readonly Attachment[],
  chosen: readonly Attachment[],
  { called, set }: { readonly called: Called; readonly set: string | null },
): Edit {
  // What comes with a program or an extension is theirs.
  for (const hook of chosen) refuseDetaching(hook)
  const name = set === null ? null : checkSetName(set)
  const put = (hook: Attachment) => {
    const { set: _, ...alone } = hook
    return name === null ? alone : { ...alone, set: name }
  }
  return {
    hooks: replaced(hooks, chosen, put),
    name: name === null ? `ungroup ${called.text}` : `group ${called.text} as ${name}`,
    change:
      name === null ? `${called.text} ${called.was} ungrouped` : `${called.text} ${called.was} grouped as ${name}`,
  }
}
