import type { HookFacts, TokenCount } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { after, builtIns } from '../testing/built-ins'

let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  hooks = builtIns()
})

const used = (input: number, output: number, unreported = 0): TokenCount => ({ input, output, replies: 3, unreported })
const NONE = used(0, 0)
const facts = (turnTokens: TokenCount, more: Partial<HookFacts> = {}) => ({
  turnTokens,
  sessionTokens: turnTokens,
  ...more,
})

const build = (params: JsonObject, facts: Partial<HookFacts>) =>
  hooks.ask('token-budget', params, { point: 'context.build', event: {}, facts })
const tool = (params: JsonObject, facts: Partial<HookFacts>) =>
  hooks.ask('token-budget', params, { ...after('run', { content: 'x' }), facts })

describe('token-budget', () => {
  it('ends the turn before the next model call, and says what was used', async () => {
    expect((await build({ limit: 1_000 }, facts(used(900, 99)))).halt).toBeNull()
    expect(await build({ limit: 1_000 }, facts(used(900, 100)))).toMatchObject({
      halt: 'the token budget is spent: 1,000 of 1,000 tokens of this turn',
      haltBy: 'token-budget',
    })
  })

  it.each<[string, JsonObject, Partial<HookFacts>, boolean]>([
    ['a million by itself', {}, facts(used(999_999, 1)), true],
    ['less than a million', {}, facts(used(999_999, 0)), false],
    ['the turn alone', { limit: 100 }, { turnTokens: NONE, sessionTokens: used(900, 1) }, false],
    ['the whole session', { limit: 100, per: 'session' }, { turnTokens: NONE, sessionTokens: used(900, 1) }, true],
    ['output alone', { limit: 100, count: 'output' }, facts(used(900, 99)), false],
    ['too much output', { limit: 100, count: 'output' }, facts(used(0, 100)), true],
    ['nothing reported', { limit: 100 }, facts(used(0, 0, 3)), false],
    ['nothing reported, where that must not be', { limit: 100, unknown: 'halt' }, facts(used(0, 0, 3)), true],
    ['all reported, where that must be', { limit: 100, unknown: 'halt' }, facts(used(1, 1)), false],
  ])('%s: %j', async (_what, params, facts, halts) => {
    expect((await build(params, facts)).halt !== null).toBe(halts)
  })

  it('tells the model in time, once a turn, and the person', async () => {
    const params = { limit: 1_000, warnAt: 50 }
    expect((await tool(params, facts(used(499, 0)))).context).toEqual([])
    expect(await tool(params, facts(used(400, 100)))).toMatchObject({
      context: [
        'The token budget of this turn is nearly spent (500 of 1,000 tokens of this turn). Come to an end: finish what matters most, and say what is left to do.',
      ],
      notes: ['token-budget: nearly spent: 500 of 1,000 tokens of this turn'],
    })
    expect((await tool(params, facts(used(600, 100)))).context).toEqual([])
    expect((await tool(params, facts(used(600, 0), { turnId: 'trn_2' }))).context).toHaveLength(1)
    expect((await tool({ ...params, warnAt: 0 }, facts(used(600, 0), { turnId: 'trn_3' }))).context).toEqual([])
  })

  it('what nobody knows is told once a turn, never counted as nothing', async () => {
    const unknown = facts(used(10, 0, 1))
    expect((await build({}, unknown)).notes).toEqual([
      "token-budget: 1 of 3 replies of this turn did not report their tokens: they are not in the budget's count",
    ])
    expect((await build({}, unknown)).notes).toEqual([])
    expect((await build({ limit: 10 }, unknown)).halt).toBe(
      'the token budget is spent: 10 of 10 tokens of this turn, and one reply did not report',
    )
    expect((await build({ unknown: 'halt' }, unknown)).halt).toBe(
      "the token budget can't be kept: 1 of 3 replies of this turn did not report their tokens",
    )
  })

  it('a dry run is told each time', async () => {
    const dry = facts(used(900, 0), { dryRun: true })
    for (const _ of [1, 2]) expect((await tool({ limit: 1_000 }, dry)).context).toHaveLength(1)
    expect((await tool({ limit: 1_000 }, facts(used(900, 0)))).context).toHaveLength(1)
  })
})
