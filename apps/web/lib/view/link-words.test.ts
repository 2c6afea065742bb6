import { describe, expect, test } from 'vitest'
import type { ChainLink } from '../api'
import { elsewhere, linkBadge } from './link-words'

const VERDICT: ChainLink['verdict'] = {
  ...{ hook: 'guard', hookId: 'att_1', source: 'library', mode: 'enforce', status: 'answered', decision: 'block' },
  ...{ value: null, lost: false, reason: null, context: [], notes: [], reminders: [], halt: null, durationMs: 1 },
  ...{ error: null, recheck: false, late: false, notAsked: null, replayedAgeMs: null, version: 'v', position: 0 },
}

function link(part: Partial<ChainLink>, verdict: Partial<ChainLink['verdict']> = {}): ChainLink {
  return {
    ...{ hook: 'guard', hookId: 'att_1', source: 'library', mode: 'enforce', position: 0, span: null, role: 'won' },
    ...{ sentence: '', before: null, after: null, changed: false, proposed: null, policy: 'open' },
    ...{ notAsked: null, error: null, verdict: { ...VERDICT, ...verdict } },
    ...part,
  }
}

describe('a word beside a hook says what became of its verdict', () => {
  const rows: readonly [what: string, link: ChainLink, badge: string | null][] = [
    ['the one that decided', link({}), 'decided'],
    ['one that another overruled', link({ role: 'overruled' }), 'overruled'],
    ['one that passed', link({ role: 'silent' }), null],
    ['one in shadow', link({ role: 'shadow', mode: 'shadow' }), 'shadow'],
    ['one in shadow that did not answer', link({ role: 'failed', mode: 'shadow' }), 'no answer · shadow'],
    ['an answer of before that stood in', link({}, { status: 'replayed' }), 'replayed'],
    ['a second asking', link({ role: 'silent' }, { recheck: true }), 'asked again'],
  ]
  test.each(rows)('%s', (_, one, badge) => expect(linkBadge(one)).toBe(badge))
})

test('a hook that stands at one of two points is not elsewhere, and others are named once', () => {
  const away = (hookId: string, position: number) =>
    link({ hookId, position, role: 'not_asked', notAsked: 'wrong point' })
  const before = { links: [link({}), away('att_2', 1)] }
  const after = { links: [away('att_1', 0), away('att_2', 1)] }
  expect(elsewhere([before, after]).map(({ hookId }) => hookId)).toEqual(['att_2'])
})
