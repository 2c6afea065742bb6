/**
 * How much of a model's window a request takes. What a provider reported counts; the rest is estimated from characters, and
 * whoever is told such a number is told that.
 */
import type { TranscriptRow, ViewItem } from '@belay/trace'
import { type Stage, windowOf } from '../stage'

/** Characters of a token, of English and of code alike: near enough to decide when to cut, never to bill by. */
const CHARS_PER_TOKEN = 4
/** One message may take a quarter of the window; where that is unknown, a quarter of a common one of 200,000 tokens. */
const LONGEST_MESSAGE_SHARE = 0.25
const LONGEST_MESSAGE_CHARS = 200_000

export interface Size {
  readonly tokens: number
  /** What of it a provider reported; null where all of it is estimated. */
  readonly reported: number | null
}

export function tokensOfText(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN)
}

export function charsOf(tokens: number): number {
  return Math.floor(tokens * CHARS_PER_TOKEN)
}

/** Characters beyond which one message is cut. */
export function messageLimit(stage: Stage): number {
  if (!stage.memory.cuts) return Number.POSITIVE_INFINITY
  const window = windowOf(stage)
  return window === null ? LONGEST_MESSAGE_CHARS : Math.max(1, charsOf(window * LONGEST_MESSAGE_SHARE))
}

export function tokensOfItem(item: ViewItem, limit: number): number {
  if (item.kind === 'summary') return tokensOfText(item.text)
  return Math.ceil(Math.min(charsOfRow(item.row), limit) / CHARS_PER_TOKEN)
}

/** All of the next request by its length: what can be compared before and after an edit. */
export function estimateOf(stage: Stage): number {
  const tools = stage.ports.tools.reduce((total, tool) => total + JSON.stringify(tool.schema).length, 0)
  const around = tokensOfText(stage.system) + Math.ceil(tools / CHARS_PER_TOKEN)
  return around + sum(stage.view.items(), messageLimit(stage))
}

/** The next request as far as it is known: what the last reply reported and what came since, or all of it by its length. */
export function sizeOf(stage: Stage): Size {
  const { measure } = stage.memory
  if (measure === null) return { tokens: estimateOf(stage), reported: null }
  const items = stage.view.items()
  const limit = messageLimit(stage)
  const since = items.findLastIndex((item) => item.kind === 'summary' || item.row.id <= measure.row) + 1
  return { tokens: measure.tokens + sum(items.slice(since), limit), reported: measure.tokens }
}

function sum(items: readonly ViewItem[], limit: number): number {
  return items.reduce((total, item) => total + tokensOfItem(item, limit), 0)
}

export function charsOfRow(row: TranscriptRow): number {
  switch (row.kind) {
    case 'input':
      return row.text.length
    case 'result':
      return row.content.length
    case 'reply':
      return row.calls.reduce(
        (total, call) => total + call.name.length + call.raw.length,
        row.text.length + row.reasoning.length,
      )
  }
}
