/** The cut of a message that is too long for its window: in the request only, and said in the text itself. */

/** The whole text where it fits; else its beginning and its end. */
export function cutMessage(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = Math.max(1, Math.floor(limit / 2))
  const head = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '')
  const tail = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/, '')
  const left = text.length - head.length - tail.length
  return `${head}\n[… ${left} of ${text.length} characters are left out here, since this message is too long for the model's window …]\n${tail}`
}
