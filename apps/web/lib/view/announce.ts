/** What is said aloud of a session as it happens: few things to the letter, many in one sentence. A question is told by itself. */
import { markOfVerdict, rankOf, sayMark } from '@belay/canvas'
import type { TraceEvent } from '@belay/trace'
import { verdictMark } from './mark'
import { describeVerdict, joinSentences, TURN_STATUS } from './sentences'

export interface Announced {
  /** Once what is being read has ended. */
  readonly polite: string
  /** At once. */
  readonly urgent: string
}

/** More is counted: nobody listens to the names of a hundred hooks. */
const MOST_TOLD = 3

/** Of events that are news. Verdicts that changed nothing are not told. */
export function announce(events: readonly TraceEvent[]): Announced {
  const polite = [...verdictWords(events), ...events.flatMap(restWords)]
  const urgent = events.flatMap((event) =>
    event.type === 'question.opened' ? [`A question waits for you: ${event.question.text}`] : [],
  )
  return { polite: joinSentences(polite), urgent: joinSentences(urgent) }
}

function verdictWords(events: readonly TraceEvent[]): readonly string[] {
  const told = events.flatMap((event) => {
    if (event.type !== 'verdict') return []
    const { verdict } = event
    const mark = verdictMark(verdict)
    return mark === 'pass' ? [] : [{ verdict, mark, word: sayMark({ mark, ghost: markOfVerdict(verdict).ghost }) }]
  })
  if (told.length <= MOST_TOLD) return told.map(({ verdict }) => `${verdict.hook} ${describeVerdict(verdict)}`)
  // What weighs more comes first.
  const words = [...new Set(told.sort((a, b) => rankOf(b.mark) - rankOf(a.mark)).map(({ word }) => word))]
  const counts = words.map((word) => {
    const own = told.filter((one) => one.word === word)
    const hooks = [...new Set(own.map(({ verdict }) => verdict.hook))]
    const more = hooks.length > MOST_TOLD ? ` and ${hooks.length - MOST_TOLD} more` : ''
    return `${own.length} ${word} (${hooks.slice(0, MOST_TOLD).join(', ')}${more})`
  })
  return [`${told.length} verdicts: ${counts.join('; ')}`]
}

function restWords(event: TraceEvent): readonly string[] {
  if (event.type === 'question.closed') return ['The question was answered']
  return event.type === 'turn.ended' ? [`The turn ended: ${TURN_STATUS[event.status]}`] : []
}
