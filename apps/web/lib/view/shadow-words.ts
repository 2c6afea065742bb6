/** What a hook in shadow would have done, in words: `blocked 3×, rewritten 1×`. */
import type { ShadowRecord } from '../api'
import { formatCount, plural } from '../format'

const WORDS: Readonly<Record<string, string>> = {
  block: 'blocked',
  rewrite: 'rewritten',
  ask: 'asked you',
  allow: 'allowed',
  answer: 'answered itself',
  continue: 'gone on',
  done: 'ended the turn',
  ask_again: 'asked again',
  retry: 'tried again',
  switch: 'switched the model',
  escalate: 'given up',
  handled: 'handled',
  context: 'added context',
  halt: 'halted the turn',
}

export function wouldWord(decision: string): string {
  return WORDS[decision] ?? decision.replace('_', ' ')
}

/** `blocked 3×, rewritten 1×`; null where it would have changed nothing. */
export function wouldHaveText({ wouldHave }: Pick<ShadowRecord, 'wouldHave'>): string | null {
  const deeds = Object.entries(wouldHave).filter(([, count]) => count > 0)
  if (deeds.length === 0) return null
  return deeds.map(([decision, count]) => `${wouldWord(decision)} ${formatCount(count)}×`).join(', ')
}

/** What promoting it means, off what it would have done so far. */
export function promotingText(record: Pick<ShadowRecord, 'wouldHave' | 'asked'> | undefined): string {
  if (record === undefined || record.asked === 0)
    return 'From the next turn on its verdicts count. It has not been asked yet.'
  const would = wouldHaveText(record)
  if (would === null)
    return `From the next turn on its verdicts count. ${askedText(record.asked)} it would have changed nothing.`
  return `From the next turn on its verdicts count. ${askedText(record.asked)} it would have ${would}.`
}

function askedText(asked: number): string {
  return asked === 1 ? 'Asked once,' : `Asked ${plural(asked, 'time')},`
}
