import type { HookFacts } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { builtIns } from '../testing/built-ins'

let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  hooks = builtIns()
})

const fail = (err: string, params: JsonObject = {}, facts: Partial<HookFacts> = {}) =>
  hooks.ask('rate-limit-patience', params, { point: 'errors.on', event: { err }, facts })

describe('rate-limit-patience', () => {
  it.each([
    ['429 Too Many Requests', true],
    ['Rate limit reached for requests', true],
    ['{"type":"rate_limit_error"}', true],
    ['529 Overloaded', true],
    ['503 Service Unavailable', true],
    ['The model is at capacity', true],
    ['Something went wrong, please try again', true],
    ['401 invalid key', false],
    ['prompt is too long: 4290 tokens', false],
    ['request req_5039 failed', false],
    ['request x429 failed', false],
    ['', false],
  ])('%s: waited out %s', async (err, waits) => {
    expect((await fail(err)).decision).toBe(waits ? 'retry' : 'pass')
  })

  it('waits twice as long each time, up to the longest wait, and tells the person', async () => {
    const params = { firstWait: 3, longestWait: 10, most: 4 }
    const waits = []
    for (let n = 0; n < 4; n++) waits.push((await fail('429', params)).carried)
    expect(waits).toEqual([3, 6, 10, 10].map((seconds) => ({ seconds })))
    expect((await fail('429', params)).decision).toBe('pass')
    expect((await fail('429', params, { step: 2 })).notes).toEqual([
      'rate-limit-patience: scripted/small is busy: tried again in 3 s, 1 of 4',
    ])
  })

  it('by itself it never waits longer than the 30 s that the loop allows', async () => {
    const waits = []
    for (let n = 0; n < 5; n++) waits.push((await fail('overloaded')).carried)
    expect(waits).toEqual([2, 4, 8, 16, 30].map((seconds) => ({ seconds })))
    expect((await fail('overloaded')).decision).toBe('pass')
    expect(await hooks.problem('rate-limit-patience', { longestWait: 31 })).toMatch(/longestWait/)
  })

  it.each([
    ['Rate limit reached. Please try again in 1.25s.', 1.3],
    ['429: retry after 20 seconds', 20],
    ['429: try again in 350ms', 0.4],
    ['429: please wait 7 sec', 7],
    ['429: try again later', 2],
    ['429: try again at 10:00', 2],
  ])('%s: waits as long as it asks (%d s)', async (err, seconds) => {
    expect((await fail(err)).carried).toEqual({ seconds })
  })

  it.each([
    ['so often that it is enough', { most: 0 }, '429 slow down', 'it is busy'],
    ['a bill that no wait pays', {}, '429 insufficient_quota: exceeded your current quota', 'no wait mends this'],
    ['a wait that is too long', {}, '429: try again in 2m30s', 'it asks to wait 150 s'],
    ['a wait of minutes', {}, '429: try again in 5 minutes', 'it asks to wait 300 s'],
  ])('%s: goes on with another model, or leaves it to the built-in repair', async (_what, params, err, why) => {
    expect((await fail(err, params)).decision).toBe('pass')
    expect(await fail(err, { ...params, model: 'other/vendor/big' })).toMatchObject({
      decision: 'switch',
      carried: { provider: 'other', model: 'vendor/big' },
      notes: [`rate-limit-patience: scripted/small: ${why}; on with other/vendor/big`],
    })
    // It runs on the other one by now: there is nothing else to go to.
    const moved = { provider: 'other', model: 'vendor/big' }
    expect((await fail(err, { ...params, model: 'other/vendor/big' }, moved)).decision).toBe('pass')
  })

  it('counts for one step of one turn of one session', async () => {
    const params = { most: 1, model: 'other/big' }
    expect((await fail('429', params)).decision).toBe('retry')
    expect((await fail('429', params)).decision).toBe('switch')
    expect((await fail('429', params, { step: 2 })).decision).toBe('retry')
    expect((await fail('429', params, { turnId: 'trn_2' })).decision).toBe('retry')
    expect((await fail('429', params, { sessionId: 'ses_2' })).decision).toBe('retry')
  })

  it('a dry run counts nothing', async () => {
    const params = { most: 1 }
    for (const _ of [1, 2]) expect((await fail('429', params, { dryRun: true })).decision).toBe('retry')
    expect((await fail('429', params)).decision).toBe('retry')
  })

  it('says what does not fit', async () => {
    expect(await hooks.problem('rate-limit-patience', { model: 'big' })).toBe(
      'model: a model is written as `provider/model`, as in the list of models',
    )
    expect(await hooks.problem('rate-limit-patience', { firstWait: 5, longestWait: 2 })).toMatch(/firstWait/)
    expect(await hooks.problem('rate-limit-patience', { most: 10 })).toMatch(/most/)
  })
})
