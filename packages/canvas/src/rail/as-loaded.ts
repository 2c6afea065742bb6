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

/**
 * A file elsewhere, which the library does not list, is as it is on record; a hook of the library that is listed no more has
 * lost its file, and is broken. The same list where all of them are as they were.
 */
export function asLoaded(hooks: readonly Attachment[], library: readonly Loads[]): readonly Attachment[] {
  // The built-in hooks are always listed: a list of none is one that has not come yet.
  if (library.length === 0) return hooks
  const loaded = hooks.map((hook) => {
    const known = library.find(({ slug }) => slug === hook.hook)
    if (known !== undefined) return as(hook, known)
    return isGone(hook, library) ? as(hook, { slug: hook.hook, error: goneText(hook) }) : hook
  })
  return loaded.every((hook, index) => hook === hooks[index]) ? hooks : loaded
}

/** Whether it was attached by the name of a file in the hooks folder, and that is there no more. */
export function isGone({ source, hook }: Attachment, library: readonly { readonly slug: string }[]): boolean {
  const byName = source === 'library' && !hook.includes('/') && !hook.includes('\\')
  return byName && library.length > 0 && library.every(({ slug }) => slug !== hook)
}

/** What is on record is of the version that ran, unless nothing did. */
export function goneText({ hook, version, error }: Attachment): string {
  return version === null && error !== null
    ? error
    : `There is no hook ${hook} any more: bring its file back, or detach it.`
}

function as(hook: Attachment, { error, stale, version }: Loads): Attachment {
  if (stale !== undefined) {
    const runs = hook.version ?? version ?? null
    return hook.error === stale && hook.version === runs ? hook : { ...hook, error: stale, version: runs }
  }
  // The file loads; what it does not take of this attachment the library does not know.
  if (error === null) return hook.error === null || hook.unfit !== undefined ? hook : { ...hook, error }
  return hook.error === error && hook.version === null ? hook : { ...hook, error, version: null }
}
