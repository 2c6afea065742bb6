/**
 * What the type checker says, for people who write hooks and not types. Promises: names what is wrong as the text names it;
 * what it has no better words for stays as it is.
 */

/** Types as a person would have written them: what takes no parameters says nothing of them. */
export function readableTypes(text: string): string {
  return text.replace(/(?:Readonly<)?Record<string, never>(?:>)?/g, '{}').replace(/<\{\}>/g, '')
}

type Reading = readonly [says: RegExp, becomes: (...found: string[]) => string]

const READINGS: readonly Reading[] = [
  [/^Property '([^']+)' does not exist on type 'Snapshot(?:<.*>)?'/, (_, name) => `t has no '${name}' at this point`],
  [/and '+([^']+)'+ does not exist in type 'OnFunctions<.*>'/, (_, name) => `and there is no point '${name}'`],
  [/to type '([^']*\bSaid<[^']*)'/, (_, union = '') => `to what may be answered here: ${answersOf(union)}`],
]

export function readableProblem(message: string): string {
  const plain = readableTypes(message)
  return READINGS.reduce((text, [says, becomes]) => text.replace(says, becomes), plain)
}

/** `Nothing | Said<"block", unknown> | CallChange`: as a list of words, each once. */
function answersOf(union: string): string {
  const words = union.split(' | ').map((one) => /^Said<"(\w+)"/.exec(one)?.[1] ?? (one === 'Nothing' ? 'nothing' : one))
  return [...new Set(words)].join(', ')
}
