/** Tokens as replies reported them. What a provider did not say is counted as not said, never as nothing used. */
import type { TokenCount } from '@belay/hooks'
import type { TranscriptRow, Usage } from '@belay/trace'

export const NO_TOKENS: TokenCount = { input: 0, output: 0, replies: 0, unreported: 0 }

export function addUsage(count: TokenCount, { input, output }: Usage): TokenCount {
  return {
    input: count.input + (input ?? 0),
    output: count.output + (output ?? 0),
    replies: count.replies + 1,
    unreported: count.unreported + (input === null || output === null ? 1 : 0),
  }
}

export function addCounts(one: TokenCount, other: TokenCount): TokenCount {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    replies: one.replies + other.replies,
    unreported: one.unreported + other.unreported,
  }
}

/** A text that took the place of a reply, or stands behind one, was no model's: nobody used anything for it. */
export function countTokens(rows: readonly TranscriptRow[]): TokenCount {
  return rows.reduce((count, row) => (isModels(row) ? addUsage(count, row.usage) : count), NO_TOKENS)
}

function isModels(row: TranscriptRow): row is TranscriptRow & { readonly kind: 'reply' } {
  return row.kind === 'reply' && row.replaces === null && row.provider !== 'hook'
}
