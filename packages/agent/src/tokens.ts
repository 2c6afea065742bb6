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

export function countTokens(rows: readonly TranscriptRow[]): TokenCount {
  return rows.reduce((count, row) => (row.kind === 'reply' ? addUsage(count, row.usage) : count), NO_TOKENS)
}
