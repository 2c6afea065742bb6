/** Making extensions ready: all or nothing, and nothing left behind. */
import type { Tool } from '@belay/agent'
import { sessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool, FREE, ok } from '../tools/define-tool'
import { capabilityNotice } from './capability-notice'
import { defineExtension } from './define-extension'
import { EMPTY, type Extension, type Plugin } from './extension'
import { PREPARE_MS, prepare } from './prepare'
import type { Prepared } from './prepared'

const tool = (name: string): Tool =>
  defineTool({
    ...{ name, description: 'd', readOnly: true, schema: z.strictObject({}) },
    ...{ subject: () => name, need: () => FREE, run: async () => ok('') },
  })

/** Timers are run by the test. */
function scene() {
  const timers = new Set<{ readonly ms: number; readonly run: () => void }>()
  const reported: string[] = []
  const log: string[] = []
  const clock = {
    now: () => 0,
    after(ms: number, run: () => void) {
      const timer = { ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  const opens = (name: string, more: Partial<typeof EMPTY> = {}): Plugin => ({
    kind: 'managed',
    async prepare() {
      log.push(`open ${name}`)
      return { ...EMPTY, close: async () => void log.push(`close ${name}`), ...more }
    },
  })
  const make = (extensions: readonly Extension[], sections = {}) =>
    prepare(
      { clock, report: (line) => reported.push(line) },
      { extensions, session: sessionId('s'), workspace: '/w', home: '/h', trusted: true, sections },
    )
  const pass = (ms: number) => {
    for (const timer of [...timers]) if (timer.ms <= ms) timer.run()
  }
  return { make, opens, log, reported, pass, timers }
}

/** All that waits for nothing but its turn has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const extension = (name: string, ...plugins: readonly Plugin[]) => defineExtension({ name, description: 'd', plugins })
const throws = (message: string): Plugin => ({
  kind: 'context',
  name: 'c',
  load: () => Promise.reject(new Error(message)),
})

async function preparedBy(making: ReturnType<typeof prepare>): Promise<Prepared> {
  const made = await making
  if (!made.ok) throw new Error(made.reason)
  return made.prepared
}

describe('what is ready', () => {
  it('has the parts of all in the order of installation, and is closed once', async () => {
    const { make, opens, log, timers } = scene()
    const prepared = await preparedBy(
      make([
        extension('b', { kind: 'tool', tools: () => [tool('t1')], instructions: 'use t1' }, opens('b1'), opens('b2')),
        extension(
          'a',
          { kind: 'context', name: 'notes', load: ({ workspace }) => `in ${workspace}` },
          opens('a', { tools: [tool('t2')] }),
        ),
        extension('quiet', { kind: 'context', name: 'nothing', load: () => ' ' }),
      ]),
    )
    expect(prepared.enabled).toEqual(['b', 'a', 'quiet'])
    expect(prepared.tools.map(({ extension: of, tool: { name } }) => [of, name])).toEqual([
      ['b', 't1'],
      ['a', 't2'],
    ])
    expect(prepared.contexts).toEqual([{ extension: 'a', name: 'notes', text: 'in /w' }])
    expect(prepared.instructions).toEqual([{ extension: 'b', text: 'use t1' }])
    await prepared.close()
    expect(log.slice(3)).toEqual(expect.arrayContaining(['close b2', 'close b1', 'close a']))
    expect(log.indexOf('close b2')).toBeLessThan(log.indexOf('close b1'))
    expect(timers.size).toBe(0)
  })

  it('hears the session, also beside one that throws', async () => {
    const { make, opens, reported } = scene()
    const heard: string[] = []
    const fails = () => {
      throw new Error('deaf')
    }
    const prepared = await preparedBy(
      make([
        extension('a', opens('a', { observe: fails, hooks: fails })),
        extension('b', opens('b', { observe: ({ type }) => void heard.push(type) })),
      ]),
    )
    prepared.observe({ type: 'stirred' })
    expect(prepared.hooks({ workspace: '/w' })).toEqual([])
    expect([heard, reported]).toEqual([['stirred'], ['a: Error: deaf', 'a: Error: deaf']])
  })

  it('has settings as its schema gives them', async () => {
    const { make } = scene()
    const settings = z.object({ most: z.number().default(7) })
    const says: Plugin = { kind: 'context', name: 'c', load: (place) => JSON.stringify(place.settings) }
    const made = defineExtension({ name: 'a', description: 'd', settings, plugins: [says] })
    expect((await preparedBy(make([made]))).contexts[0]?.text).toBe('{"most":7}')
    expect((await preparedBy(make([made], { a: { most: 3 } }))).contexts[0]?.text).toBe('{"most":3}')
    const wrong = await make([made], { a: { most: 'all' } })
    expect(wrong).toMatchObject({
      ok: false,
      extension: 'a',
      reason: expect.stringMatching(/^extensions\.json: a\.most: /),
    })
    const none = await make([extension('b')], { b: {} })
    expect(none).toMatchObject({ ok: false, reason: 'extensions.json: b takes no settings' })
  })
})

describe('what is not, closes all that was made', () => {
  it('where one throws, also in its second part', async () => {
    const { make, opens, log } = scene()
    const made = await make([
      extension('a', opens('a')),
      extension('b', opens('b'), throws('no server')),
      extension('c', opens('c')),
    ])
    expect(made).toEqual({ ok: false, extension: 'b', reason: 'b: no server' })
    expect(log.filter((line) => line.startsWith('close')).sort()).toEqual(['close a', 'close b', 'close c'])
  })

  it('where one hangs, and what it makes in the end is closed too', async () => {
    const { make, opens, log, pass } = scene()
    let finish: (value: typeof EMPTY) => void = () => undefined
    let aborted = false
    const hangs: Plugin = {
      kind: 'managed',
      prepare: ({ signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
        return new Promise((resolve) => {
          finish = resolve
        })
      },
    }
    const making = make([extension('a', opens('a')), extension('slow', hangs)])
    await settled()
    pass(PREPARE_MS)
    expect(await making).toEqual({ ok: false, extension: 'slow', reason: 'slow was not ready within 20 s' })
    expect([log, aborted]).toEqual([['open a', 'close a'], true])
    await new Promise<void>((resolve) => finish({ ...EMPTY, close: async () => resolve() }))
  })

  it.each<[string, readonly Extension[], string]>([
    [
      'two tools of one name',
      [
        extension('a', { kind: 'tool', tools: () => [tool('t')] }),
        extension('b', { kind: 'tool', tools: () => [tool('t')] }),
      ],
      'a and b both have a tool called t',
    ],
    [
      'two of one extension',
      [extension('a', { kind: 'tool', tools: () => [tool('t'), tool('t')] })],
      'a has two tools called t',
    ],
  ])('where names clash: %s', async (_, extensions, reason) => {
    const { make, opens, log } = scene()
    expect(await make([...extensions, extension('z', opens('z'))])).toEqual({ ok: false, extension: null, reason })
    expect(log).toEqual(['open z', 'close z'])
  })

  it('and one that can not be closed is reported and left', async () => {
    const { make, opens, reported, pass } = scene()
    const fails = opens('a', { close: () => Promise.reject(new Error('stuck')) })
    const prepared = await preparedBy(
      make([extension('a', fails), extension('b', opens('b', { close: () => new Promise(() => undefined) }))]),
    )
    const closed = prepared.close()
    await settled()
    pass(5_000)
    await closed
    expect(reported).toEqual(['a could not be closed: Error: stuck', 'b was not closed within 5 s and was left'])
  })
})

describe('the notice of what changed', () => {
  const made = (tools: readonly string[], contexts: readonly (readonly [string, string])[] = []) => ({
    tools: tools.map((name) => ({ extension: 'x', tool: tool(name) })),
    commands: [],
    instructions: [],
    contexts: contexts.map(([name, text]) => ({ extension: 'x', name, text })),
  })

  it.each([
    ['nothing', made(['a'], [['n', '1']]), made(['a'], [['n', '1']]), null],
    [
      'a tool came and one went',
      made(['a']),
      made(['b']),
      'What you can use in this session has changed.\nTools – new: b; gone: a.',
    ],
    [
      'a block is another',
      made([], [['n', '1']]),
      made([], [['n', '2']]),
      'What you can use in this session has changed.\nIn the place of n (x):\n2',
    ],
    [
      'a block is gone',
      made([], [['n', '1']]),
      made([]),
      'What you can use in this session has changed.\nNot valid any more: n (x).',
    ],
  ])('%s', (_, before, after, notice) => {
    expect(capabilityNotice(before, after)).toBe(notice)
  })
})
