/** What a hook file asks of its session, across the worker's boundary; and files that misbehave while they wait for it. */
import { fileURLToPath } from 'node:url'
import { askPoint, type CallbackAsker, type CallbackRequest, type CallbackSource, type PointAsking } from '@belay/hooks'
import { type Attachment, attachmentId, callId, type Json, type Outcome } from '@belay/trace'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHookLibrary } from '../create-hook-library'
import type { HookLibrary } from '../library'
import { FACTS, realClock } from '../testing/world'

const file = fileURLToPath(new URL('../fixtures/asks/asks.ts', import.meta.url))
const row = { tag: 3, role: 'user', text: 'hi', tools: [] }

const requests: CallbackRequest[] = []
const askers: CallbackAsker[] = []
let slow: (() => void)[] = []

function answerTo(request: CallbackRequest): Json {
  switch (request.do) {
    case 'llm':
      return { text: `${request.model} says hi`, tokens: 5 }
    case 'store.get':
      return { n: 1 }
    case 'store.set':
      if (request.key === 'full') throw new Error('t.store holds 1,000 keys already; nothing was written')
      return null
    case 'history.tail':
      return [row]
    case 'history.get':
      return row
    case 'history.tags':
      return [1, 3]
    case 'tool':
      return { content: 'a file', isError: false }
    default:
      return null
  }
}

const isSlow = (request: CallbackRequest) =>
  (request.do === 'store.get' && request.key === 'slow') || (request.do === 'llm' && request.prompt === 'slow')

/** Answers at once, but for what is to be slow: that waits until a test says so. */
const session: CallbackSource = (asker) => {
  askers.push(asker)
  return async (request) => {
    requests.push(request)
    if (isSlow(request)) await new Promise<void>((done) => slow.push(done))
    return answerTo(request)
  }
}

describe('a hook file that asks its session', () => {
  let library: HookLibrary
  beforeAll(() => {
    library = createHookLibrary({ home: '/nowhere', clock: realClock })
  })
  afterAll(() => library.close())
  beforeEach(() => {
    requests.length = 0
    askers.length = 0
    slow = []
  })

  type More = Partial<Attachment> & { readonly timeoutMs?: number; readonly callbacks?: CallbackSource | null }
  async function does(what: string, more: More = {}): Promise<Outcome> {
    const { timeoutMs, callbacks = session, ...rest } = more
    const attachment: Attachment = {
      ...{ id: attachmentId('a'), hook: file, name: 'asks', source: 'library', points: ['tools.before'] },
      ...{ mode: 'enforce', onFailure: 'open', params: { does: what }, version: null, error: null, ...rest },
    }
    const hooks = await library.load([attachment])
    const asking: PointAsking<'tools.before'> = {
      ...{ point: 'tools.before', event: { call: { id: callId('c'), name: 'run', args: {} } }, facts: FACTS },
      ...{ hooks: timeoutMs === undefined ? hooks : hooks.map((hook) => ({ ...hook, timeoutMs })) },
      ...{ clock: realClock, signal: new AbortController().signal, sink: null, lastAnswers: null },
      policy: { rewrites: 'first', stopAtFirstBlock: false },
      ...(callbacks === null ? {} : { callbacks }),
    }
    return askPoint(asking)
  }

  it('gets every answer, and what it said of the request arrives as it was', async () => {
    const answers = [
      { text: 'm says hi', tokens: 5 },
      { n: 1 },
      [row],
      row,
      [1, 3],
      { content: 'a file', isError: false },
    ]
    expect((await does('everything', { timeoutMs: 20_000 })).notes).toEqual([`asks: ${JSON.stringify(answers)}`])
    expect(requests).toEqual([
      { do: 'store.set', key: 'k', value: { n: 1 } },
      { do: 'history.rewind', tag: 3 },
      { do: 'history.expand', tag: 3 },
      { do: 'history.collapse', from: 1, to: 2, summary: 'so far' },
      { do: 'llm', prompt: 'hi', model: 'm' },
      { do: 'store.get', key: 'k' },
      { do: 'history.tail', n: 2 },
      { do: 'history.get', tag: 3 },
      { do: 'history.tags' },
      { do: 'tool', name: 'run', args: { command: 'ls' } },
    ])
    expect(askers).toMatchObject([{ hook: { name: 'asks' }, point: 'tools.before', scratch: false }])
  })

  it.each([
    ['refused', 'Error: t.store holds 1,000 keys already; nothing was written (asks.ts:28)'],
    ['misfit', 'TypeError: t.history.tail takes a whole number from 1 to 100, not 0 (asks.ts:31)'],
    [
      'huge-write',
      'TypeError: t.store.set takes a value of at most 256 KB, and this one for "k" is larger (asks.ts:48)',
    ],
    ['huge-prompt', 'Error: t.llm was refused: it is larger than 16 million characters (asks.ts:51)'],
  ])('%s: the sentence names the line that asked', async (what, message) => {
    expect((await does(what, { timeoutMs: 20_000 })).verdicts[0]).toMatchObject({ error: { kind: 'threw', message } })
  })

  it('in shadow its edits are refused', async () => {
    const outcome = await does('everything', { mode: 'shadow', timeoutMs: 20_000 })
    expect(outcome.verdicts[0]?.error?.message).toMatch(
      /^Error: t\.history\.rewind was refused: the hook is in shadow, where it changes nothing/,
    )
    expect(askers[0]?.scratch).toBe(true)
  })

  it('with no session behind it is told so', async () => {
    expect((await does('refused', { callbacks: null })).verdicts[0]?.error?.message).toMatch(
      /^Error: there is no session behind this asking/,
    )
  })

  it('has at most 64 requests under way', async () => {
    const outcome = does('many', { timeoutMs: 20_000 })
    await expect.poll(() => slow.length).toBe(64)
    for (const done of slow) done()
    expect((await outcome).notes).toEqual(['asks: 6'])
  })

  it('is not ended while it waits for a model', async () => {
    const outcome = does('llm-slow', { timeoutMs: 100 })
    await expect.poll(() => slow.length).toBe(1)
    const since = realClock.now()
    await expect.poll(() => realClock.now() - since).toBeGreaterThan(400)
    slow[0]?.()
    expect((await outcome).notes).toEqual(['asks: null says hi'])
  })

  it('has nothing more to ask once it has answered', async () => {
    expect((await does('keep')).notes).toEqual(['asks: kept'])
    expect((await does('late')).notes).toEqual(['asks: t.store.get was refused: the hook had answered'])
    expect(requests).toEqual([])
  })

  it('may leave a request behind: its thread lives on', async () => {
    expect((await does('leave-pending')).notes).toEqual([
      'asks: answered',
      expect.stringMatching(/^asks: t\.store\.get was not waited for/),
    ])
    expect((await does('deny')).decision).toBe('block')
    expect(askers[0]?.signal.aborted).toBe(true)
  })

  it('that forges requests gets nothing by it', async () => {
    expect((await does('forge', { timeoutMs: 20_000 })).notes).toEqual(['asks: [object Object]'])
    expect(requests).toEqual([{ do: 'store.get', key: 'k' }])
  })

  it.each([
    ['pending-loop', 'timeout', 'no answer within 600 ms'],
    ['pending-throw', 'threw', 'Error: out of reach (asks.ts:62)'],
    ['pending-exit', 'exit', 'it ended its worker with exit code 3'],
    ['pending-memory', 'threw', 'it used more than 256 MiB of memory'],
    ['pending-huge', 'bad_answer', 'its answer is larger than 16 million characters'],
    ['flood', 'bad_answer', 'it flooded the app with messages'],
    ['flood-requests', 'bad_answer', 'it flooded the app with messages'],
  ])('that does %s while the session is asked has failed as %s, and the app goes on', async (what, kind, message) => {
    // Filling memory and flooding take longer than the others' time limit.
    const patient = what === 'pending-loop' ? {} : { timeoutMs: 20_000 }
    expect((await does(what, patient)).verdicts[0]).toMatchObject({ status: 'failed', error: { kind, message } })
    expect((await does('deny', { timeoutMs: 20_000 })).decision).toBe('block')
    for (const asker of askers) expect(asker.signal.aborted).toBe(true)
  })

  it('that loops while a model is asked is ended as well: the model has its 30 s, the hook its own time behind it', async () => {
    // The clock of the pipeline runs a hundred times as fast.
    const fast = {
      now: () => realClock.now() * 100,
      after: (ms: number, run: () => void) => realClock.after(ms / 100, run),
    }
    const own = createHookLibrary({ home: '/nowhere', clock: realClock })
    const hooks = await own.load([
      {
        ...{ id: attachmentId('a'), hook: file, name: 'asks', source: 'library', points: ['tools.before'] },
        ...{ mode: 'enforce', onFailure: 'open', params: { does: 'pending-llm-loop' }, version: null, error: null },
      },
    ])
    const outcome = await askPoint({
      ...{ point: 'tools.before', event: { call: { id: callId('c'), name: 'run', args: {} } }, facts: FACTS },
      ...{
        hooks,
        clock: fast,
        signal: new AbortController().signal,
        sink: null,
        lastAnswers: null,
        callbacks: session,
      },
      policy: { rewrites: 'first', stopAtFirstBlock: false },
    })
    expect(outcome.verdicts[0]).toMatchObject({ error: { kind: 'timeout', message: 'no answer within 600 ms' } })
    await own.close()
  })
})
