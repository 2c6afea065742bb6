/**
 * What enabled extensions contribute to the pipeline: hooks of this process, asked before all others.
 */
import type { Hook } from '@belay/hooks'
import type { ContributedHook, HookPlace } from '@belay/host'
import type { Attachment } from '@belay/trace'

export type { ContributedHook, HookPlace }

export interface ExtensionHooks {
  /** The extensions that a new session has. */
  enabled(): readonly string[]
  /** Of those extensions, in the order of installation. One that is not there contributes nothing. */
  hooks(extensions: readonly string[], place?: HookPlace): readonly ContributedHook[]
}

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
  const { timeoutMs, recheck, observe, version, skips = () => null, points, error = null } = own
  const { group, pass, lastWordsMs, distrusted } = own
  return {
    ...who,
    ...{ timeoutMs, recheck, observe, version, skips },
    ...(group === undefined ? {} : { group }),
    ...(pass === undefined ? {} : { pass }),
    ...(lastWordsMs === undefined ? {} : { lastWordsMs }),
    ...(distrusted === undefined ? {} : { distrusted: (asking) => own.distrusted?.(asking) ?? null }),
    unavailable: error === null ? null : { reason: 'failed to load', message: error },
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
