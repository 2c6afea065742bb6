/** Whether the hooks of now load, as the library says at this moment: what is on a session's record is as old as its last turn. */
import type { Attachment } from '@belay/trace'

interface Loads {
  readonly slug: string
  /** Why it does not load, or null. */
  readonly error: string | null
}

/** A hook that the library does not list (a file elsewhere) is as it is on record. The same list where all of them are. */
export function asLoaded(hooks: readonly Attachment[], library: readonly Loads[]): readonly Attachment[] {
  const loaded = hooks.map((hook) => {
    const known = library.find(({ slug }) => slug === hook.hook)
    return known === undefined || known.error === hook.error ? hook : { ...hook, error: known.error }
  })
  return loaded.every((hook, index) => hook === hooks[index]) ? hooks : loaded
}
