/** Whether the hooks of now load, as the library says at this moment: what is on a session's record is as old as its last turn. */
import type { Attachment } from '@belay/trace'

interface Loads {
  readonly slug: string
  /** Why it does not load, or null. */
  readonly error: string | null
  /** What is wrong with its file while an older version runs. */
  readonly stale?: string
  readonly version?: string | null
}

/** A hook that the library does not list (a file elsewhere) is as it is on record. The same list where all of them are. */
export function asLoaded(hooks: readonly Attachment[], library: readonly Loads[]): readonly Attachment[] {
  const loaded = hooks.map((hook) => {
    const known = library.find(({ slug }) => slug === hook.hook)
    return known === undefined ? hook : as(hook, known)
  })
  return loaded.every((hook, index) => hook === hooks[index]) ? hooks : loaded
}

function as(hook: Attachment, { error, stale, version }: Loads): Attachment {
  if (stale !== undefined) {
    const runs = hook.version ?? version ?? null
    return hook.error === stale && hook.version === runs ? hook : { ...hook, error: stale, version: runs }
  }
  if (error === null) return hook.error === null ? hook : { ...hook, error }
  return hook.error === error && hook.version === null ? hook : { ...hook, error, version: null }
}
