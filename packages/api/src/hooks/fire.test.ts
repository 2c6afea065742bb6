import type { JsonObject } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { FireRequest } from '../operations'
import { freshFolder, openTest } from '../testing/world'

const call = (args: JsonObject) => ({ call: { id: 'c1', name: 'run', args } })

function request(change: Partial<FireRequest>): FireRequest {
  return {
    point: 'tools.before',
    event: {},
    attach: [],
    workspace: null,
    session: null,
    rewrites: 'first',
    stopAtFirstBlock: false,
    ...change,
  }
}

describe('firing an event', () => {
  it('asks the hooks that are named and changes nothing', async () => {
    const belay = await openTest()
    const outcome = await belay.fire(
      request({
        event: call({ command: 'rm -rf /' }),
        attach: [{ hook: 'ask' }, { hook: 'block', params: { text: 'rm -rf' } }],
      }),
    )
    expect(outcome).toMatchObject({ point: 'tools.before', decision: 'block', by: 'block', reason: 'no rm -rf' })
    expect(outcome.verdicts.map((verdict) => verdict.decision)).toEqual(['ask', 'block'])
    expect(await belay.sessions()).toEqual([])
  })

  it("asks a session's own hooks first, and leaves its log as it was", async () => {
    const belay = await openTest()
    const { id } = await belay.createSession({ workspace: freshFolder(), attach: [{ hook: 'ask' }] })
    const before = await belay.session(id)
    const outcome = await belay.fire(
      request({ session: id, event: call({}), attach: [{ hook: 'block', mode: 'shadow', params: { text: 'run' } }] }),
    )
    expect(outcome).toMatchObject({ decision: 'ask', wouldBe: 'block' })
    expect(await belay.session(id)).toEqual(before)
  })

  it('is a pass where nobody stands at the point', async () => {
    const belay = await openTest()
    expect(await belay.fire(request({ point: 'stop.done', event: { reply: { text: 'done' } } }))).toMatchObject({
      decision: 'pass',
      verdicts: [],
    })
  })

  it.each([
    ['an event of another point', { event: { msg: 'hi' } }, /does not fit tools.before: `call`/],
    ['arguments that are no object', { event: { call: { id: 'c', name: 'run', args: [] } } }, /`call.args`/],
    ['facts of the wrong kind', { event: { ...call({}), t: { turn: 'one' } } }, /facts under `t` do not fit: turn/],
    ['a workspace that is not there', { event: call({}), workspace: '/no/such' }, /There is no folder \/no\/such/],
    ['a hook that is not there', { event: call({}), attach: [{ hook: 'nope' }] }, /There is no hook `nope`/],
  ])('refuses %s in one sentence', async (_, change, sentence) => {
    const belay = await openTest()
    await expect(belay.fire(request(change))).rejects.toThrow(sentence)
  })
})
