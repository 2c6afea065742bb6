/** Two contributions of one name: the model, a person or the record could not tell them apart. */

/** What has a name that must be its own. */
export interface Named {
  readonly kind: 'tool' | 'command' | 'context' | 'hook' | 'provider'
  readonly name: string
  readonly extension: string
}

/** Kinds whose names are their own in the whole session; others are so in their extension. */
const OF_SESSION: readonly Named['kind'][] = ['tool', 'command', 'provider']

/** The first clash in a sentence, or null. */
export function collisionIn(all: readonly Named[]): string | null {
  const seen = new Map<string, Named>()
  for (const one of all) {
    const key = `${one.kind} ${OF_SESSION.includes(one.kind) ? one.name : `${one.extension}/${one.name}`}`
    const other = seen.get(key)
    if (other !== undefined) return sentence(other, one)
    seen.set(key, one)
  }
  return null
}

function sentence(first: Named, second: Named): string {
  const { kind, name } = second
  return first.extension === second.extension
    ? `${first.extension} has two ${kind}s called ${name}`
    : `${first.extension} and ${second.extension} both have a ${kind} called ${name}`
}
