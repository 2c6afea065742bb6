/** Text for a file that others open: never longer than asked for, and never half a character at its end. */

/** The beginning of a text, with how long it was where that is not all of it. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const note = `… (cut: ${text.length} characters in all)`
  return `${text.slice(0, Math.max(0, most - note.length)).replace(/[\uD800-\uDBFF]$/, '')}${note}`
}
