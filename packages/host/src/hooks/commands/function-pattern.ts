/**
 * A function that does what a pattern's function does, whatever its name: `bomb(){ bomb|bomb& };bomb` is `:(){ :|:& };:`.
 * Looked for in what runs, white space and quoted text aside. Promises: work of the size of the text, names times.
 */

/** More functions than a one-line command has. */
const MOST_NAMES = 50
const LONGEST_NAME = 200
const OPENS = '(){'
const BREAKS = /[\s(){}|;&'"]/

/** Whether a text is the definition of a function, as such a pattern is written. */
export function isFunction(text: string): boolean {
  return namesIn(tidyScript(text)).length > 0 && tidyScript(text).indexOf(OPENS) > 0
}

export function definesLike(pattern: string, script: string): boolean {
  const wanted = tidyScript(pattern)
  const [own] = namesIn(wanted)
  if (own === undefined) return false
  const words = wanted.split(/([(){}|;&]+)/)
  const tidy = tidyScript(script)
  return namesIn(tidy).some((name) => tidy.includes(words.map((word) => (word === own ? name : word)).join('')))
}

/** The names of the functions that it defines. */
function namesIn(tidy: string): readonly string[] {
  const names = new Set<string>()
  for (let at = tidy.indexOf(OPENS); at >= 0 && names.size < MOST_NAMES; at = tidy.indexOf(OPENS, at + 1)) {
    let from = at
    while (from > 0 && at - from < LONGEST_NAME && !BREAKS.test(tidy[from - 1] ?? '')) from -= 1
    if (from < at) names.add(tidy.slice(from, at))
  }
  return [...names]
}

/** `function f { a; }` and `f() {\n a\n}` as `f(){a}`. */
function tidyScript(text: string): string {
  return text
    .replaceAll('\n', ';')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(){}|;&]) ?/g, '$1')
    .replace(/\bfunction ([^\s(){}|;&]+)(?:\(\))?\{/g, '$1(){')
    .replace(/;+/g, ';')
    .replace(/;?([(){}|&]);?/g, '$1')
}
