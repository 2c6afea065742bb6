import type { HookFacts } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { after, builtIns } from '../testing/built-ins'

let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  hooks = builtIns()
})

const CHEAP = { model: 'scripted/tiny' }
type Facts = Partial<HookFacts>

/** The session's model is scripted/small; `tiny` where the step runs on the cheaper one. */
async function model(params: JsonObject, facts: Facts): Promise<string> {
  const { value } = await hooks.ask('cheaper-after-plan', params, { point: 'model.choose', event: {}, facts })
  return value === null ? 'small' : JSON.stringify(value)
}
const TINY = '{"model":"tiny","provider":"scripted"}'

const result = (params: JsonObject, facts: Facts, tool = 'run', isError = false) =>
  hooks.ask('cheaper-after-plan', params, { ...after(tool, { content: 'x', isError }), facts })

const step = (pass: number, more: Facts = {}): Facts => ({ pass, step: pass, ...more })

describe('cheaper-after-plan', () => {
  it("runs on the session's model until the first edit that works", async () => {
    expect(await model(CHEAP, step(1))).toBe('small')
    await result(CHEAP, step(1), 'files.read')
    await result(CHEAP, step(1), 'files.edit', true)
    expect(await model(CHEAP, step(2))).toBe('small')
    await result(CHEAP, step(2), 'files.edit')
    expect(await model(CHEAP, step(3))).toBe(TINY)
    expect(await model(CHEAP, step(4))).toBe(TINY)
  })

  it('tells the person once that it changed', async () => {
    await model(CHEAP, step(1))
    await result(CHEAP, step(1), 'files.write')
    const notes = []
    for (const pass of [2, 3])
      notes.push(
        (await hooks.ask('cheaper-after-plan', CHEAP, { point: 'model.choose', event: {}, facts: step(pass) })).notes,
      )
    expect(notes).toEqual([['cheaper-after-plan: planned on scripted/small; on with scripted/tiny'], []])
  })

  it("runs on the session's model for so many steps", async () => {
    const params = { ...CHEAP, until: 'steps', steps: 2 }
    const models = []
    for (const pass of [5, 6, 7, 8]) models.push(await model(params, step(pass)))
    expect(models).toEqual(['small', 'small', TINY, TINY])
  })

  it.each([
    ['turn', 'small'],
    ['session', TINY],
  ])('plans per %s', async (per, next) => {
    const params = { ...CHEAP, per }
    await model(params, step(1))
    await result(params, step(1), 'files.edit')
    expect(await model(params, step(2))).toBe(TINY)
    expect(await model(params, step(3, { turnId: 'trn_2' }))).toBe(next)
    expect(await model(params, step(3, { sessionId: 'ses_2' }))).toBe('small')
  })

  it('plans again when results keep failing, until the next edit', async () => {
    await model(CHEAP, step(1))
    await result(CHEAP, step(1), 'files.edit')
    for (const isError of [true, true, false, true, true]) await result(CHEAP, step(2), 'run', isError)
    expect(await model(CHEAP, step(3))).toBe(TINY)
    expect((await result(CHEAP, step(3), 'run', true)).notes).toEqual([
      "cheaper-after-plan: 3 results in a row failed: the session's model plans again",
    ])
    expect(await model(CHEAP, step(4))).toBe('small')
    await result(CHEAP, step(4), 'files.edit')
    expect(await model(CHEAP, step(5))).toBe(TINY)
  })

  it('plans again for so many steps', async () => {
    const params = { ...CHEAP, until: 'steps', steps: 1, mostFailed: 1 }
    await model(params, step(1))
    expect(await model(params, step(2))).toBe(TINY)
    await result(params, step(2), 'run', true)
    expect(await model(params, step(3))).toBe('small')
    expect(await model(params, step(4))).toBe(TINY)
  })

  it('stays with the cheaper one where it is told to', async () => {
    const params = { ...CHEAP, mostFailed: 0 }
    await model(params, step(1))
    await result(params, step(1), 'files.edit')
    for (let n = 0; n < 10; n++) await result(params, step(2), 'run', true)
    expect(await model(params, step(3))).toBe(TINY)
  })

  it('leaves a turn alone that something else moved to another model', async () => {
    await model(CHEAP, step(1))
    await result(CHEAP, step(1), 'files.edit')
    expect(await model(CHEAP, step(2, { model: 'large', provider: 'other' }))).toBe('small')
    expect(await model(CHEAP, step(3))).toBe(TINY)
  })

  it('a call inside of which another tool means a plan', async () => {
    const params = { ...CHEAP, edits: '^mcp__notes__' }
    await model(params, step(1))
    await result(params, step(1), 'files.edit')
    expect(await model(params, step(2))).toBe('small')
    await result(params, step(2), 'mcp__notes__add')
    expect(await model(params, step(3))).toBe(TINY)
  })

  it('without a model it changes nothing, and says so once', async () => {
    const ask = () => hooks.ask('cheaper-after-plan', {}, { point: 'model.choose', event: {} })
    expect(await ask()).toMatchObject({ decision: 'pass', notes: [expect.stringMatching(/no cheaper model is named/)] })
    expect((await ask()).notes).toEqual([])
    expect(await hooks.problem('cheaper-after-plan', { model: 'tiny' })).toMatch(/^model: /)
  })

  it('a dry run changes nothing', async () => {
    await model(CHEAP, step(1))
    await result(CHEAP, step(1, { dryRun: true }), 'files.edit')
    expect(await model(CHEAP, step(2, { dryRun: true }))).toBe('small')
    await result(CHEAP, step(2), 'files.edit')
    expect(await model(CHEAP, step(3, { dryRun: true }))).toBe(TINY)
  })
})
