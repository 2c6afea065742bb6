/** Foreign text in which a long run of blanks or of line ends, behind which something could hide, is said in words. */

/** More than anybody writes between two words, or between two paragraphs. */
const MANY_BLANKS = 24
const MANY_LINES = 4

const BLANKS = new RegExp(String.raw`(?<=\S)[ \t\u00a0]{${MANY_BLANKS},}`, 'g')
const LINES = new RegExp(String.raw`(?:[ \t]*\r?\n){${MANY_LINES},}`, 'g')

export function showBlanks(text: string): string {
  return text
    .replace(LINES, (run) => `\n⟨${run.split('\n').length - 1} line ends⟩\n`)
    .replace(BLANKS, (run) => ` ⟨${run.length} blanks⟩ `)
}
