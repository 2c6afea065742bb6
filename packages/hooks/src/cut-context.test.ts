import { describe, expect, it } from 'vitest'
import { contextsOf } from './contexts-of'
import { toldContext } from './cut-context'
import { askNow, hook } from './testing/asking'

const EMOJI = '\u{1F9EA}'
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

describe('19-additionalcontext-too-long: what the model is told of a command hook’s context', () => {
  it.each([
    ['10,000 units are told whole', 'x'.repeat(10_000), 10_000],
    ['of 10,001 the end is left out', 'x'.repeat(10_001), 10_000],
    ['no character is split, wherever the cut falls (1)', EMOJI.repeat(10_000), 10_000],
    ['no character is split, wherever the cut falls (2)', `x${EMOJI.repeat(10_000)}`, 10_000],
    ['several texts of one hook have one limit', ['a'.repeat(6_000), 'b'.repeat(6_000)], 10_000],
    ['a few that fit stay as they are', ['a', 'b'], 2],
  ])('%s', (_, context, most) => {
    const texts = typeof context === 'string' ? [context] : context
    const told = toldContext('command', texts)
    const size = told.join('').length
    expect(size).toBeGreaterThan(most - 10)
    expect(size).toBeLessThanOrEqual(most)
    expect(told.join('')).not.toMatch(LONE)
    const whole = texts.join('\n')
    if (whole.length <= 10_000) return expect(told).toEqual(texts)
    const [, kept = '', left] =
      /^(.*)\n\[(\d+) more characters of this hook's context were left out\]$/s.exec(told[0] ?? '') ?? []
    expect(whole.startsWith(kept)).toBe(true)
    expect(kept.length + Number(left)).toBe(whole.length)
  })

  it('the verdict keeps all of it and says what was told; the label and the limit are each hook’s own', () => {
    const long = `BEGIN ${EMOJI.repeat(9_000)} END`
    const says = { decision: 'pass', context: [long] }
    const outcome = askNow('session.start', hook('rules', says, { source: 'command' }), hook('own', says))
    expect(outcome.verdicts.map(({ context }) => context)).toEqual([[long], [long]])
    expect(outcome.context[0]?.length).toBeLessThanOrEqual(10_000)
    expect(outcome.context[1]).toBe(long)
    expect(contextsOf(outcome)).toEqual([
      { hook: 'rules', text: outcome.context[0] },
      { hook: 'own', text: long },
    ])
    expect(outcome.notes).toEqual([
      expect.stringMatching(
        /^rules: its context is too long: the model is told 99\d\d of 18010 characters, the record has them all$/,
      ),
    ])
    expect(outcome.verdicts.map(({ notes }) => notes.length)).toEqual([1, 0])
  })
})
