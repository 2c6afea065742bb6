/**
 * How high a row of the conversation will be, guessed from what it says. A guess is replaced by the real height once the row was
 * drawn; the nearer it is, the less the scroll bar moves on the way.
 */
import type { ConversationItem } from './conversation'

/** Letters in a line and its height, in a conversation of common width. */
const LINE_CHARS = 50
const LINE = 20
/** Where long texts fold: more is not guessed at, and not read to its end. */
const MOST_LINES = 60

/** All rows are asked for whenever one is added. */
const guessed = new WeakMap<ConversationItem, number>()

export function guessHeight(item: ConversationItem): number {
  const known = guessed.get(item)
  if (known !== undefined) return known
  const height = guess(item)
  guessed.set(item, height)
  return height
}

function guess(item: ConversationItem): number {
  switch (item.kind) {
    case 'input':
      return item.row.origin === 'hook' || item.row.origin === 'reminder'
        ? 40 + Math.min(4, linesOf(item.row.text)) * 18
        : 36 + linesOf(item.row.text) * LINE
    case 'reply':
      return (item.leads ? 20 : 0) + (item.reasoning === '' ? 0 : 26) + linesOf(item.text) * 22
    case 'call':
      return 34 + (item.outcome.text === null ? 0 : LINE) + item.notes.length * 24
    case 'question':
      return item.open ? 240 : 42
    case 'ending':
      return item.reason === null ? 36 : 56
    case 'queued':
      return 36 + linesOf(item.input.text) * LINE
    default:
      return 30
  }
}

function linesOf(text: string): number {
  let lines = 0
  let from = 0
  while (from < text.length && lines < MOST_LINES) {
    const to = text.indexOf('\n', from)
    const end = to < 0 ? text.length : to
    lines += Math.max(1, Math.ceil((end - from) / LINE_CHARS))
    from = end + 1
  }
  return Math.min(MOST_LINES, lines)
}

export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Where a row has to be brought so that it is seen: nowhere where it is in view, or fills the view. */
export function revealAt(row: Stretch, view: Stretch): 'start' | 'end' | null {
  const seen = Math.min(row.to, view.to) - Math.max(row.from, view.from)
  const height = view.to - view.from
  if (seen >= Math.min(row.to - row.from, height / 2)) return null
  return row.from < view.from || row.to - row.from > height ? 'start' : 'end'
}

/** Places to keep drawn beside those in view, in order and each once. */
export function withHeld(shown: readonly number[], held: readonly number[]): number[] {
  if (held.length === 0) return [...shown]
  return [...new Set([...shown, ...held])].sort((a, b) => a - b)
}
