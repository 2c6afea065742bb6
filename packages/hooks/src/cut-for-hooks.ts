/** What hooks see of a call's output is bounded, so that a flood costs neither a worker nor a record its memory. */

/** 64 KiB of UTF-8. */
const MOST_BYTES = 65_536
/** Room for the mark, which is shorter than this for any length a string can have. */
const MARK_BYTES = 80

/** At most 64 KiB of a text, cut between characters, with a mark that says how much was left out. */
export function cutForHooks(text: string): string {
  // No UTF-16 unit takes more than three bytes.
  if (text.length * 3 <= MOST_BYTES || fits(text)) return text
  const kept = unitsThatFit(text, MOST_BYTES - MARK_BYTES)
  return `${text.slice(0, kept)}\n[${text.length - kept} more characters are not shown to hooks]`
}

const MARK = /\n\[(\d+) more characters are not shown to hooks\]$/

/** What of a text that a hook was handed is its own, and how many characters were left out behind it. */
export function notShownToHooks(text: string): { readonly shown: string; readonly left: number } {
  const mark = MARK.exec(text.slice(-MARK_BYTES))
  if (mark === null) return { shown: text, left: 0 }
  return { shown: text.slice(0, -mark[0].length), left: Number(mark[1]) }
}

function fits(text: string): boolean {
  return unitsThatFit(text, MOST_BYTES) === text.length
}

function unitsThatFit(text: string, bytes: number): number {
  return new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read
}
