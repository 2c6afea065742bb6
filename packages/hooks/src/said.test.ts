/** What becomes of a verdict whose words are not there (`call.args.nope`), or are no words. */
import type { PointId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { Snapshot } from './snapshot'
import { makeSnapshot } from './snapshot'
import { askNow, FACTS, hook } from './testing/asking'

/** As JavaScript hands it over: of its type nothing is certain. */
const words: Snapshot = makeSnapshot(FACTS, {})
const say = (name: string, ...args: readonly unknown[]) => sayOf(words, name, args)

function sayOf(of: object, name: string, args: readonly unknown[]): unknown {
  const word: unknown = Reflect.get(of, name)
  if (typeof word !== 'function') throw new Error(`there is no ${name}`)
  return Reflect.apply(word, of, args)
}

function saidAt(point: PointId, answer: unknown) {
  const { decision, reason, halt, haltBy, verdicts } = askNow(point, hook('guard', answer, { points: [point] }))
  const [verdict] = verdicts
  return { decision, reason, halt, haltBy, status: verdict?.status, message: verdict?.error?.message ?? null }
}

const STRANGE = [undefined, null, 3, {}, [], Number.NaN, ''] as const

describe('no constructor is a silent deferral, whatever it is given', () => {
  it.each(STRANGE)('t.halt(%j) halts, with a reason', (given) => {
    const reason = typeof given === 'number' ? String(given) : 'guard gave no reason'
    expect(saidAt('tools.before', say('halt', given))).toMatchObject({
      status: 'answered',
      halt: reason,
      haltBy: 'guard',
    })
  })

  it.each(STRANGE)('t.deny, t.reject and t.block(%j) block, with a reason', (given) => {
    const reason = typeof given === 'number' ? String(given) : 'guard gave no reason'
    for (const name of ['deny', 'reject', 'block']) {
      expect(saidAt('tools.before', say(name, given))).toMatchObject({ status: 'answered', decision: 'block', reason })
    }
  })

  it.each<[string, PointId, string]>([
    ['ask', 'tools.before', 'asked without a question'],
    ['answer', 'tools.before', 'gave no answer'],
    ['rewrite', 'tools.before', 'answered with a value that is not JSON (undefined)'],
    ['askAgain', 'stop.done', 'gave no text to ask again with'],
    ['switch', 'errors.on', 'asked to switch without naming both provider and model'],
    ['context', 'tools.before', 'answered with context that is not text'],
    ['note', 'tools.before', 'answered with notes that are not text'],
    ['remind', 'tools.before', 'answered with a reminder that is not text'],
  ])('t.%s(undefined) is malformed, and says why', (name, point, message) => {
    expect(saidAt(point, say(name, undefined))).toMatchObject({ status: 'malformed', message, decision: 'pass' })
  })

  it.each(STRANGE)('what is said beside a refusal does not void it: %j', (given) => {
    for (const name of ['withNote', 'withContext', 'withReminder', 'withHalt']) {
      const answer = sayOf(words.deny('no'), name, [given])
      expect(saidAt('tools.before', answer)).toMatchObject({ status: 'answered', decision: 'block', reason: 'no' })
    }
  })
})
