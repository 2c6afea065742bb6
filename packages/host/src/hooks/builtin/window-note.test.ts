import type { HookFacts } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { builtIns } from '../testing/built-ins'

let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  hooks = builtIns()
})

const message = (promptTokens: number | null, params: JsonObject = {}, facts: Partial<HookFacts> = {}) =>
  hooks.ask('window-note', params, {
    ...{ point: 'guard.onInput', event: { msg: 'Go on.', origin: 'person' } },
    facts: { promptTokens, budget: 200_000, ...facts },
  })

describe('window-note', () => {
  it('says how large the window is, at the end of the message', async () => {
    expect((await message(123_456)).value).toBe(
      'Go on.\n\n[context: the last request was 123456 prompt tokens, of a 200000 limit. Before answering, decide whether any of this window is finished business that can be left behind. If all of it is still live, carry on: this is a question, not an instruction.]',
    )
  })

  it.each<[string, number | null, JsonObject, Partial<HookFacts>, boolean]>([
    ['half of the budget', 100_000, {}, {}, true],
    ['less than half of it', 99_999, {}, {}, false],
    ['a large share of a small budget', 17_000, {}, { budget: 32_000 }, true],
    ['a small share of a large budget', 120_000, {}, { budget: 1_000_000 }, false],
    ['a budget that nobody knows', 80_000, {}, { budget: null }, true],
    ['little, of a budget that nobody knows', 79_999, {}, { budget: null }, false],
    ['tokens alone', 10_000, { share: 0, tokens: 10_000 }, {}, true],
    ['a window that nobody measured', null, {}, {}, false],
  ])('%s', async (_what, tokens, params, facts, notes) => {
    expect((await message(tokens, params, facts)).decision).toBe(notes ? 'rewrite' : 'pass')
  })

  it('says it again only when it has grown', async () => {
    const params = { grown: 10_000 }
    const said = []
    for (const tokens of [100_000, 105_000, 109_999, 110_000, 119_000, 120_001])
      said.push((await message(tokens, params)).decision === 'rewrite')
    expect(said).toEqual([true, false, false, true, false, true])
    expect((await message(110_000, params, { sessionId: 'ses_2' })).decision).toBe('rewrite')
  })

  it('begins anew after a compaction, from where that left the window', async () => {
    const said = []
    for (const tokens of [180_000, 110_000, 125_000, 130_000, 20_000, 100_000])
      said.push((await message(tokens)).decision === 'rewrite')
    expect(said).toEqual([true, false, false, true, false, true])
  })

  it('says it beside the message, in the words of a person', async () => {
    const params = { where: 'beside', text: '{share} full: {tokens} of {budget}, {else}' }
    expect(await message(150_000, params)).toMatchObject({
      decision: 'pass',
      value: null,
      context: ['75% full: 150000 of 200000, {else}'],
    })
    const unknown = await message(150_000, params, { budget: null, sessionId: 'ses_2' })
    expect(unknown.context).toEqual(['unknown full: 150000 of unknown, {else}'])
  })

  it('a dry run notes nothing down', async () => {
    for (const _ of [1, 2]) expect((await message(150_000, {}, { dryRun: true })).decision).toBe('rewrite')
    expect((await message(150_000)).decision).toBe('rewrite')
  })
})
