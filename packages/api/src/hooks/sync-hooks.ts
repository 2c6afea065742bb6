/**
 * The hooks of a composition as files, programs and extensions have them now: what was brought and is gone goes, what is new
 * comes, an edited file is another version. Promises: what a person decided about a hook (its place, mode, policy) stays; every
 * change is said in words, once.
 */
import type { HookLibrary } from '@belay/host'
import { type Attachment, attachmentId, type Composition, type IdSource, type SessionId } from '@belay/trace'
import { usableProgram } from '../programs/usable-program'
import { asAttached } from './as-attached'
import { type Brought, bringing } from './bringing'
import { isBrought } from './brought'
import { canonical } from './composition'
import type { ExtensionHooks } from './extension-hooks'
import { wordsOf } from './sync-words'

export interface SyncParts {
  readonly library: HookLibrary
  readonly extensions: ExtensionHooks
  readonly ids: IdSource
}

export interface Synced {
  readonly hooks: readonly Attachment[]
  /** Null where all is as it was. */
  readonly change: string | null
}

/** What the hooks of a composition are made from. */
export type Ruling = Pick<Composition, 'extensions' | 'hooks' | 'commandFiles'> & {
  readonly program?: string | undefined
  /** The session's folder. */
  readonly workspace: string
  readonly session?: SessionId
}

/** `known`: hooks of before, of which one that comes back takes its id, mode and policy. Throws where its program can't rule. */
export async function syncHooks(parts: SyncParts, ruling: Ruling, known: readonly Attachment[] = []): Promise<Synced> {
  const program = ruling.program === undefined ? null : await usableProgram(parts.library, ruling.program)
  const before = ruling.hooks
  const others = [...before, ...known].filter(isBrought)
  const brought = bringing(parts.extensions.hooks(ruling.extensions, ruling), program).map((one) => ({
    times: one,
    hook: attachmentOf(one, others, parts.ids),
  }))
  const attached = await Promise.all(
    before.filter((hook) => !isBrought(hook)).map((hook) => asAttached(parts.library, hook)),
  )
  const hooks = [...brought.map(({ hook }) => hook), ...attached.map(({ hook }) => hook)]
  if (canonical(asText(hooks)) === canonical(asText(before))) return { hooks: before, change: null }
  return {
    hooks,
    change: wordsOf(before, [...brought, ...attached.map(({ hook, versionAt }) => ({ hook, times: { versionAt } }))]),
  }
}

function asText(hooks: readonly Attachment[]) {
  return JSON.parse(JSON.stringify(hooks))
}

/** The one that is there already, as it is brought now; else a new one, enforcing. */
function attachmentOf({ hook, ...now }: Brought, known: readonly Attachment[], ids: IdSource): Attachment {
  const { name, source, points, version, error, group, fixed } = now
  const own = known.find((one) => one.source === source && one.hook === hook)
  const { id, mode, onFailure } = own ?? {
    ...{ id: attachmentId(ids.next('att')), mode: 'enforce' as const, onFailure: now.onFailure },
  }
  const policy = fixed === true ? now.onFailure : onFailure
  const attachment = { id, hook, name, source, points, mode, onFailure: policy, params: {}, version, error }
  return group === undefined ? attachment : { ...attachment, group }
}
