/** What a hook in shadow would have done since it was put there. */
import type { ShadowRecord } from '@belay/api'
import { localTime, oneLine } from './text'

/** Of the examples that the record holds. */
const MOST_EXAMPLES = 5

export function shadowText(name: string, record: ShadowRecord): readonly string[] {
  const { since, asked, failed, wouldHave, examples, mode } = record
  if (since === null) return [`${oneLine(name)} was never asked in shadow here.`]
  const was = mode === 'shadow' ? 'is' : 'was'
  const deeds = Object.entries(wouldHave).map(([word, count]) => `${word.replace('_', ' ')} ${count}`)
  const did = deeds.length === 0 ? 'it would have changed nothing' : `it would have: ${deeds.join(', ')}`
  const failures = failed === 0 ? '' : `, without an answer ${failed}`
  return [
    `${oneLine(name)} ${was} in shadow since ${localTime(since)}: asked ${asked}${failures}; ${did}.`,
    ...examples.slice(0, MOST_EXAMPLES).map(({ turnNumber, point, subject, decision, reason }) => {
      const why = reason === null ? '' : `: ${oneLine(reason)}`
      return `  turn ${turnNumber ?? '?'}, ${point}, ${oneLine(subject)} → ${decision.replace('_', ' ')}${why}`
    }),
    ...(examples.length > MOST_EXAMPLES ? [`  … and ${moreOf(wouldHave)}`] : []),
  ]
}

function moreOf(wouldHave: ShadowRecord['wouldHave']): string {
  const all = Object.values(wouldHave).reduce((sum, count) => sum + count, 0)
  return `${all - MOST_EXAMPLES} more; --json has the last twenty`
}
