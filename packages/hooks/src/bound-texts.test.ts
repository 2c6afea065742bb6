import { describe, expect, it } from 'vitest'
import { askNow, hook } from './testing/asking'

const MOST = 262_144
const say = (beside: object) =>
  askNow('tools.before', hook('flood', { decision: 'pass', value: null, ...beside }, { points: ['tools.before'] }))

describe('what a hook says beside its decision is bounded', () => {
  it('a text of five million characters is cut, marked and told', () => {
    const outcome = say({ context: ['x'.repeat(5_000_000)] })
    const [text = ''] = outcome.context
    expect(text.slice(MOST)).toBe(`\n[${5_000_000 - MOST} more characters were left out]`)
    expect(outcome.notes).toEqual([`flood: its context was cut: ${5_000_000 - MOST} characters left out`])
    expect(outcome.verdicts[0]?.context).toEqual([text])
  })

  it.each(['context', 'notes', 'reminders'] as const)('of many %s the first thousand count', (kind) => {
    const outcome = say({ [kind]: Array.from({ length: 5_000 }, (_, index) => `n${index}`) })
    const told = `its ${kind} ${kind === 'context' ? 'was' : 'were'} cut: 4000 texts left out`
    expect(outcome.notes.at(-1)).toBe(`flood: ${told}`)
    const kept = outcome.verdicts[0]?.[kind].filter((text) => text !== told)
    expect([kept?.length, kept?.at(-1)]).toEqual([1_000, 'n999'])
  })

  it('together they are bounded too', () => {
    const outcome = say({ context: Array.from({ length: 900 }, () => 'y'.repeat(MOST)) })
    expect(outcome.context).toHaveLength(4)
    expect(outcome.notes).toEqual(['flood: its context was cut: 896 texts left out'])
  })

  it('never within a character', () => {
    const { context } = say({ context: [`${'x'.repeat(MOST - 1)}😀😀`] })
    expect(context[0]?.slice(MOST - 1)).toBe('\n[4 more characters were left out]')
  })

  it('the reason of a halt as well; what fits stays as it is', () => {
    expect(say({ halt: 'z'.repeat(MOST + 1) }).halt).toMatch(/^z+\n\[1 more characters were left out\]$/)
    expect(say({ context: ['x'.repeat(MOST)] })).toMatchObject({ context: ['x'.repeat(MOST)], notes: [] })
  })
})
