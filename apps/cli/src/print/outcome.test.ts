import { describe, expect, it } from 'vitest'
import { outcomeOf, verdictOf } from '../testing/verdicts'
import { outcomeText, verdictWord } from './outcome'

const event = { call: { id: 'c1', name: 'run', args: { command: 'rm -rf build' } } }

describe('an outcome for people', () => {
  it('says what came out, what changed, who said what and why others were not asked', () => {
    const outcome = outcomeOf({
      decision: 'rewrite',
      by: 'tidy',
      value: { name: 'run', args: { command: 'ls' } },
      notes: ['late: its rewrite lost'],
      wouldBe: 'block',
      verdicts: [
        verdictOf({ hook: 'tidy', decision: 'rewrite', reason: 'look first', durationMs: 0.42 }),
        verdictOf({ hook: 'guard', mode: 'shadow', decision: 'block', reason: 'no', position: 1 }),
        verdictOf({ hook: 'other', status: 'not_asked', notAsked: 'matcher', position: 2 }),
        verdictOf({ hook: 'broken', status: 'failed', error: { kind: 'threw', message: 'x' }, position: 3 }),
      ],
    })
    expect(outcomeText(outcome, event, 80)).toEqual([
      'tools.before: rewrite by tidy\nwith shadow hooks enforcing: block',
      '  - args.command: "rm -rf build"',
      '  + args.command: "ls"',
      '',
      '#  hook    mode     verdict      time  what it said',
      '1  tidy    enforce  rewrite    0.4 ms  look first',
      '2  guard   shadow   block        1 ms  no',
      '3  other   enforce  not asked          matcher',
      '4  broken  enforce  failed       1 ms  threw: x',
      '',
      'notes:',
      '  late: its rewrite lost',
    ])
  })

  it('says so where no hook was there to ask', () => {
    expect(outcomeText(outcomeOf({}), event, 80)).toEqual(['tools.before: pass', '  no hook was asked'])
  })

  it.each([
    [verdictOf({ decision: 'rewrite', lost: true }), 'rewrite (lost)'],
    [verdictOf({ status: 'use_default' }), 'default'],
    [verdictOf({ status: 'malformed' }), 'malformed'],
    [verdictOf({ decision: 'block', halt: 'stop', late: true }), 'block (halt, late)'],
    [verdictOf({ status: 'replayed', decision: 'allow' }), 'allow (replayed)'],
  ])('%#: names a verdict %s', (verdict, word) => {
    expect(verdictWord(verdict)).toBe(word)
  })
})
