import { askPoint } from '@belay/hooks'
import { describe, expect, test } from 'vitest'
import { capOf, readStop } from './stopping'
import { createClock } from './testing/clock'
import { factsForTest } from './testing/facts'
import { hook } from './testing/setup'

async function next(answer: unknown) {
  return readStop(
    await askPoint({
      point: 'stop.done',
      event: { reply: { text: 'reply', calls: [] }, held: 0, active: false },
      hooks: [hook('judge', 'stop.done', () => answer)],
      facts: factsForTest(),
      policy: { rewrites: 'first', stopAtFirstBlock: false },
      clock: createClock(),
      signal: new AbortController().signal,
      sink: null,
      lastAnswers: null,
    }),
  )
}

describe('what a hook at stop.done says, and what follows', () => {
  test.each([
    ['a deferral: the default', undefined, { next: 'default' }],
    ['a text: that is the answer', 'The answer.', { next: 'end', answer: 'The answer.', by: 'judge', reason: null }],
    [
      'done: the reply is the answer',
      { decision: 'done', reason: 'enough' },
      { next: 'end', answer: null, by: 'judge', reason: 'enough' },
    ],
    ['null: another pass, whatever was spent', null, { next: 'again', texts: [], counts: false, lifts: true }],
    [
      'ask again: another pass with a text',
      { decision: 'ask_again', value: 'And now?' },
      { next: 'again', texts: [{ text: 'And now?', from: 'judge' }], counts: false, lifts: false },
    ],
    [
      'a block: another pass that counts',
      { decision: 'block', reason: 'tests fail' },
      { next: 'again', texts: [{ text: 'tests fail', from: 'judge' }], counts: true, lifts: false },
    ],
    [
      'context alone: another pass that counts',
      { decision: 'pass', context: ['look'] },
      { next: 'again', texts: [], counts: true, lifts: false },
    ],
    ['notes alone: the default', { decision: 'pass', notes: ['hm'] }, { next: 'default' }],
  ])('%s', async (_, answer, expected) => {
    expect(await next(answer)).toEqual(expected)
  })
})

describe('how often a turn is continued', () => {
  const stop = { held: 0, counted: 0, lifted: false, answer: null, repeats: 0 }
  test.each([
    ['eight times by blocks', { ...stop, counted: 7 }, 0, true, null],
    ['not nine times', { ...stop, counted: 8 }, 0, true, 'stop_cap'],
    ['not more than 25 times an hour', stop, 25, true, 'stop_cap_hour'],
    ['any number of times where it is not counted', { ...stop, counted: 8 }, 25, false, null],
    ['but not on the same answer three times in a row', { ...stop, repeats: 3 }, 0, false, 'stop_cap'],
  ])('%s', (_, state, lastHour, counts, code) => {
    expect(capOf(state, lastHour, counts)?.code ?? null).toBe(code)
  })
})
