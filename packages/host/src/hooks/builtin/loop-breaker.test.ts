import type { HookFacts } from '@belay/hooks'
import type { JsonObject, Outcome } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { after, before, builtIns } from '../testing/built-ins'

let hooks: ReturnType<typeof builtIns>
let calls = 0
beforeEach(() => {
  hooks = builtIns()
})

interface Call {
  readonly name?: string
  readonly args?: JsonObject
  readonly content?: string
  readonly isError?: boolean
  readonly facts?: Partial<HookFacts>
}

async function begin(
  { name = 'run', args = { command: 'npm test' }, facts = {} }: Call,
  params: JsonObject,
  id: string,
) {
  return hooks.ask('loop-breaker', params, { ...before(name, args, id), facts })
}

/** One call from before to after, as the loop makes it: a refusal comes back as a result. */
async function make(call: Call = {}, params: JsonObject = {}): Promise<Outcome> {
  const { name = 'run', args = { command: 'npm test' }, content = 'failed', isError = false, facts = {} } = call
  calls += 1
  const id = `c${calls}`
  const said = await begin(call, params, id)
  const result = said.decision === 'block' ? { content: 'refused', isError: true } : { content, isError }
  await hooks.ask('loop-breaker', params, { ...after(name, { ...result, args, id }), facts })
  return said
}

/** How often the same thing passes, of ten times. */
async function passes(call: (time: number) => Call, params: JsonObject = {}): Promise<number> {
  let passed = 0
  for (let time = 0; time < 10; time++)
    if ((await make(call(time), { haltAfter: 0, ...params })).decision === 'pass') passed += 1
  return passed
}

describe('loop-breaker', () => {
  it('refuses what repeats, and says what', async () => {
    for (let time = 0; time < 3; time++) expect((await make({ isError: true })).decision).toBe('pass')
    expect(await make({ isError: true })).toMatchObject({
      decision: 'block',
      halt: null,
      reason:
        'This very call was made 3 times in this turn and failed in the same way each time: Run `npm test`. Another time would not tell you more. Read what it said, and do something else, or say what you need.',
    })
  })

  it('ends a turn that will not hear of it', async () => {
    for (let time = 0; time < 5; time++) await make()
    expect((await make()).halt).toBeNull()
    expect((await make()).halt).toBeNull()
    expect((await make()).halt).toBe('it goes in circles: 3 repeated calls were refused, last Run `npm test`')
  })

  it.each<[string, (time: number) => Call, number]>([
    ['the same call with the same result', () => ({}), 5],
    ['one that fails in the same way', () => ({ isError: true }), 3],
    ['one whose result differs each time', (time) => ({ content: `line ${time}` }), 10],
    [
      'one whose result differs only in its times',
      (time) => ({ content: `12 tests failed in ${time}.2 s at 10:0${time}:00` }),
      5,
    ],
    ['one with other arguments each time', (time) => ({ args: { command: `ls ${time}` } }), 10],
    [
      'one whose arguments come in another order',
      (time) => ({ args: time % 2 === 0 ? { a: 1, b: [2] } : { b: [2], a: 1 } }),
      5,
    ],
    ['two calls in turn', (time) => ({ args: { command: time % 2 === 0 ? 'a' : 'b' } }), 10],
    ['another turn each time', (time) => ({ facts: { turnId: `trn_${time}` } }), 10],
    ['another session each time', (time) => ({ facts: { sessionId: `ses_${time}` } }), 10],
    ['a dry run', () => ({ facts: { dryRun: true } }), 10],
  ])('%s', async (_what, call, passed) => {
    expect(await passes(call)).toBe(passed)
  })

  it('a result in between that was another begins the count anew', async () => {
    expect(await passes((time) => ({ isError: true, content: time === 2 ? 'other' : 'same' }))).toBe(6)
  })

  it('a new edit begins every count anew, the same edit again does not', async () => {
    const edit = (n: number): Call => ({ name: 'files.edit', args: { n }, content: 'Edited.' })
    for (let time = 0; time < 6; time++) {
      expect((await make({ isError: true })).decision).toBe('pass')
      await make(edit(time))
    }
    for (let time = 0; time < 3; time++) {
      await make({ isError: true })
      await make(edit(0))
    }
    expect((await make({ isError: true })).decision).toBe('block')
  })

  it('an edit that failed changes nothing', async () => {
    for (let time = 0; time < 3; time++) {
      await make({ isError: true })
      await make({ name: 'files.edit', args: { time }, isError: true })
    }
    expect((await make({ isError: true })).decision).toBe('block')
  })

  it('calls of a batch, which begin together, are counted before they end', async () => {
    const decisions: string[] = []
    for (let time = 0; time < 7; time++) decisions.push((await begin({}, {}, `b${time}`)).decision)
    expect(decisions).toEqual(['pass', 'pass', 'pass', 'pass', 'pass', 'block', 'block'])
  })

  it('takes other numbers, and only the tools that it is for', async () => {
    expect(await passes(() => ({}), { most: 1 })).toBe(1)
    expect(await passes(() => ({ name: 'mail.poll', args: {} }), { tools: 'run|files.*' })).toBe(10)
    expect(await hooks.problem('loop-breaker', { most: 0 })).toMatch(/^most must be at least/)
  })
})
