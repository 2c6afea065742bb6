import type { Hook } from '@belay/hooks'
import type { Answer, ReplyRow, SpanId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { TurnStanding } from './ports'
import { resumeTurn, runTurn } from './run-turn'
import { asks } from './testing/asking'
import { replies } from './testing/model'
import { countingIds, createPorts, type TestPorts } from './testing/ports'
import { createSetup, hook } from './testing/setup'
import { tool } from './testing/tools'

const CALLS = [
  { name: 'first', args: {} },
  { name: 'risky', args: { x: 1 } },
  { name: 'last', args: {} },
]
const rewriting = hook('rewriting', 'tools.before', ({ event }) =>
  'call' in event && event.call.name === 'risky'
    ? { decision: 'rewrite', value: { name: 'risky', args: { x: 2 } }, context: ['mind this'] }
    : undefined,
)

function makeTools() {
  const need = { access: 'ask', kind: 'risky', outside: false, question: 'May it?' } as const
  return { first: tool('first'), risky: tool('risky', { need }), last: tool('last') }
}

/** A turn in a process that ends while its question is open, and where it stood then. */
async function leaveWaiting(): Promise<{ left: TestPorts; standing: Omit<TurnStanding, 'answer'> }> {
  const left = createPorts({ tools: Object.values(makeTools()), model: replies({ text: 'I do it.', calls: CALLS }) })
  void runTurn(createSetup({ permission: 'ask', hooks: [rewriting] }), left)
  while (left.asked.length === 0) await Promise.resolve()
  const [question] = left.asked
  const reply = left.rows.find((row): row is ReplyRow => row.kind === 'reply')
  const span = (kind: string): SpanId | undefined =>
    left.events.flatMap((event) =>
      event.type === 'span.started' && event.span.kind === kind ? [event.span.id] : [],
    )[0]
  const [rootSpan, stepSpan] = [span('turn'), span('step')]
  if (question === undefined || reply === undefined || rootSpan === undefined || stepSpan === undefined)
    throw new Error('the turn does not wait')
  const pending = [{ text: 'mind this', from: 'rewriting', order: 2 }]
  return { left, standing: { question, reply, step: 1, rootSpan, stepSpan, pending } }
}

async function resume(answer: Answer, signal = new AbortController().signal, more: readonly Hook[] = []) {
  const { left, standing } = await leaveWaiting()
  const tools = makeTools()
  const rows = structuredClone(left.rows)
  const ids = countingIds()
  const fresh = createPorts({ tools: Object.values(tools), model: replies({ text: 'Done.' }), rows })
  // Ids of another process are never those of the one before.
  const ports = { ...fresh, ids: { next: (prefix: Parameters<typeof ids.next>[0]) => `later-${ids.next(prefix)}` } }
  const setup = createSetup({ permission: 'ask', hooks: [rewriting, ...more], history: rows, signal })
  const end = await resumeTurn(setup, { ...standing, answer }, ports)
  return { end, ports, tools, before: rows.length }
}

const results = (ports: TestPorts) =>
  ports.rows.flatMap((row) => (row.kind === 'result' ? [[row.name, row.isError]] : []))

describe('a turn that waited when its process ended', () => {
  it('makes the call as the question showed it, then those behind it, and goes on', async () => {
    const { end, ports, tools } = await resume({ say: 'allow', scope: 'once', args: null })
    expect(end).toMatchObject({ status: 'completed', answer: 'Done.' })
    expect(tools.first.ran).toEqual([])
    expect(tools.risky.ran).toEqual([{ x: 2 }])
    expect(tools.last.ran).toEqual([{}])
    expect(results(ports)).toEqual([
      ['first', false],
      ['risky', false],
      ['last', false],
    ])
  })

  it('asks no hook a second time about the call, and commits what they had said', async () => {
    const { ports } = await resume({ say: 'allow', scope: 'once', args: null })
    const asked = ports.events.filter((event) => event.type === 'verdict')
    expect(asked).toHaveLength(1)
    expect(ports.rows.filter((row) => row.kind === 'input' && row.origin === 'hook')).toMatchObject([
      { text: 'mind this', from: 'rewriting' },
    ])
  })

  it('answers what hooks ask of it', async () => {
    const { hook: curious, heard } = asks('tools.after', [
      { do: 'history.tags' },
      { do: 'tool', name: 'first', args: {} },
      { do: 'store.set', key: 'k', value: 1 },
      { do: 'llm', prompt: 'Well?', model: null },
    ])
    await resume({ say: 'allow', scope: 'once', args: null }, new AbortController().signal, [curious])
    expect(heard.slice(0, 4)).toEqual([
      [1, 2, 3],
      { content: 'first is done', isError: false },
      null,
      { text: 'Done.', tokens: null },
    ])
  })

  it('begins no second turn, and ends every span that it took over', async () => {
    const { ports } = await resume({ say: 'deny', reason: 'no' })
    expect(ports.events.some((event) => event.type === 'turn.started')).toBe(false)
    const started = ports.events.filter((event) => event.type === 'span.started').length
    expect(ports.events.filter((event) => event.type === 'span.ended')).toHaveLength(started + 3)
    expect(ports.events.at(-1)).toMatchObject({ type: 'turn.ended', status: 'completed' })
  })

  it('tells the model that the person said no', async () => {
    const { ports, tools } = await resume({ say: 'deny', reason: 'not today' })
    expect(tools.risky.ran).toEqual([])
    expect(ports.rows.find((row) => row.kind === 'result' && row.name === 'risky')).toMatchObject({
      content: 'denied by the person: not today',
      isError: true,
    })
  })

  it('ends at once where the person stops it, with a result for every call', async () => {
    const { end, ports, tools } = await resume({ say: 'closed', reason: 'the turn was stopped' }, AbortSignal.abort())
    expect(end.status).toBe('stopped')
    expect([...tools.risky.ran, ...tools.last.ran]).toEqual([])
    expect(results(ports)).toEqual([
      ['first', false],
      ['risky', true],
      ['last', true],
    ])
  })
})
