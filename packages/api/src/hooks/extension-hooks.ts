/**
 * What enabled extensions contribute to the pipeline: hooks of this process, asked before all others. The port of the extension
 * host; where there is none, nobody contributes.
 */
import type { Asking, Hook } from '@belay/hooks'
import type { Attachment, PointId } from '@belay/trace'

export interface ContributedHook {
  readonly extension: string
  /** Unique within its extension. */
  readonly name: string
  readonly points: readonly PointId[]
  readonly timeoutMs: number
  readonly recheck: boolean
  readonly observe: boolean
  /** Changes with what it does: the extension's version, or a hash. */
  readonly version: string
  readonly skips?: Hook['skips']
  /** As a hook of the pipeline answers. It runs in this process: it must neither loop nor block. */
  ask(asking: Asking): unknown
}

export interface ExtensionHooks {
  /** The extensions that a new session has. */
  enabled(): readonly string[]
  /** Of those extensions, in registry order. One that is not there contributes nothing. */
  hooks(extensions: readonly string[]): readonly ContributedHook[]
}

export const NO_EXTENSIONS: ExtensionHooks = { enabled: () => [], hooks: () => [] }

/** What an attachment of it is called: unique in a session. */
export function slugOfContributed({ extension, name }: Pick<ContributedHook, 'extension' | 'name'>): string {
  return `${extension}/${name}`
}

/** The attachment as a hook of the pipeline: by what is contributed now, in the mode and policy that the person gave it. */
export function contributedHook(attachment: Attachment, contributed: readonly ContributedHook[]): Hook {
  const { id, name, source, mode, onFailure, hook, params } = attachment
  const who = { id, name, source, mode, onFailure, attached: { hook, params } }
  const own = contributed.find((one) => slugOfContributed(one) === hook)
  if (own === undefined) return offHook(attachment)
  const { timeoutMs, recheck, observe, version, skips = () => null, points } = own
  return {
    ...who,
    ...{ timeoutMs, recheck, observe, version, skips, unavailable: null },
    points: attachment.points.filter((point) => points.includes(point)),
    ask: (asking) => own.ask(asking),
  }
}

function offHook({ id, name, source, mode, onFailure, hook, points }: Attachment): Hook {
  const message = `no enabled extension contributes ${hook}`
  return {
    ...{ id, name, source, mode, onFailure, points, timeoutMs: 0, recheck: false, observe: false, version: null },
    unavailable: { reason: 'extension off', message },
    skips: () => null,
    ask: () => {
      throw new Error(message)
    },
  }
}
