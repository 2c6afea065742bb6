import { type SessionId, sessionId, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { ExportFormat } from '../contract/export'
import { OperationError, type Operations } from '../operations'
import { cleanUp } from '../testing/clean-up'
import { startCollector } from '../testing/collector'
import { otlpTree, textAttribute, wireSpans } from '../testing/otlp-tree'
import { readOtlp } from '../testing/read-otlp'
import { ended, until } from '../testing/until'
import { freshFolder, openTest, testTool } from '../testing/world'
import { sessionExporting } from './export-session'

async function textOf(belay: Operations, id: SessionId, format: ExportFormat): Promise<string> {
  let text = ''
  for await (const piece of belay.exportSession(id, format)) text += piece
  return text
}

async function logOf(belay: Operations, id: SessionId): Promise<readonly TraceEvent[]> {
  const log: TraceEvent[] = []
  for await (const { events, live } of belay.events(id, 0, new AbortController().signal)) {
    log.push(...events)
    if (live) break
  }
  return log
}

describe('a session as OTLP', () => {
  it('is a tree of what happened, with what hooks and people said', async () => {
    const { belay, id, allow } = await cleanUp()
    await allow()
    expect(otlpTree(wireSpans(await textOf(belay, id, 'otlp')))).toMatchInlineSnapshot(`
      [
        "invoke_agent belay: ok",
        "- turn.ended completed",
        "  step: ok",
        "    chat clean.yaml: ok",
        "    execute_tool run: unset",
        "    - verdict tools.before rewrite-arguments pass",
        "    - verdict tools.before block-commands block",
        "    - verdict tools.before ask-before pass",
        "    - outcome tools.before block block-commands",
        "      hook rewrite-arguments: ok",
        "      hook block-commands: ok",
        "      hook ask-before: ok",
        "  step: ok",
        "    chat clean.yaml: ok",
        "    execute_tool files.ls: ok",
        "    - verdict tools.before rewrite-arguments pass",
        "    - verdict tools.before block-commands pass matcher",
        "    - verdict tools.before ask-before pass",
        "    - outcome tools.before pass",
        "      hook rewrite-arguments: ok",
        "      hook ask-before: ok",
        "    execute_tool files.find: ok",
        "    - verdict tools.before rewrite-arguments pass",
        "    - verdict tools.before block-commands pass matcher",
        "    - verdict tools.before ask-before pass",
        "    - outcome tools.before pass",
        "      hook rewrite-arguments: ok",
        "      hook ask-before: ok",
        "  step: ok",
        "    chat clean.yaml: ok",
        "    execute_tool files.write: ok",
        "    - verdict tools.before rewrite-arguments rewrite",
        "    - verdict tools.before block-commands pass matcher",
        "    - verdict tools.before ask-before ask",
        "    - outcome tools.before ask ask-before {"name":"files.write","args":{"file_path":"note.txt","content":"final"}}",
        "    - question.opened ask-before",
        "    - question.closed allow",
        "      hook rewrite-arguments: ok",
        "      hook ask-before: ok",
        "  step: ok",
        "    chat clean.yaml: ok",
      ]
    `)
  })

  it('is what a collector takes, and the official definitions of the protocol read without a loss', async () => {
    const { belay, id, allow } = await cleanUp()
    await allow()
    const body = await textOf(belay, id, 'otlp')
    const { url, got } = await startCollector()
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/traces`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    const [{ sent, received } = { sent: 0, received: 1 }] = got
    expect(received).toEqual(sent)
    expect(sent).toEqual(readOtlp(body).sent)
  })

  it('would be caught by them with a field that they do not know', () => {
    const { sent, received } = readOtlp('{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"a","begin":1}]}]}]}')
    expect(received).not.toEqual(sent)
  })

  it('has the arguments that ran and what came of them, masked as they are stored', async () => {
    const secret = 'sk-abcdefghij0123456789ABCDEFGHIJ'
    const tools = [testTool('fetch', async () => ({ content: `the key is ${secret}`, isError: false, facts: {} }))]
    const steps = [{ calls: [{ name: 'fetch', args: { key: secret } }] }, { text: 'Done.' }]
    const belay = await openTest({ tools, steps })
    const { id } = await belay.createSession({ workspace: freshFolder('workspace'), permission: 'auto' })
    await belay.send(id, `Use ${secret}`)
    await until(belay, id, ended)
    for (const format of ['otlp', 'chrome'] as const) expect(await textOf(belay, id, format)).not.toContain(secret)
    const call = wireSpans(await textOf(belay, id, 'otlp')).find((span) => span.name === 'execute_tool fetch')
    expect(call === undefined ? null : textAttribute(call, 'gen_ai.tool.call.arguments')).toBe('{"key":"[masked]"}')
    expect(call === undefined ? null : textAttribute(call, 'gen_ai.tool.call.result')).toBe('the key is [masked]')
  })

  it('of a turn that waits has what has ended, and the same ids when it is over', async () => {
    const { belay, id, allow } = await cleanUp()
    const early = wireSpans(await textOf(belay, id, 'otlp'))
    expect(early.map((span) => span.name)).not.toContain('invoke_agent belay')
    expect(early.length).toBeGreaterThan(5)
    await allow()
    const late = wireSpans(await textOf(belay, id, 'otlp'))
    const ids = (spans: typeof late): readonly string[] => spans.map((span) => `${span.traceId} ${span.spanId}`)
    expect(ids(late).slice(0, early.length)).toEqual(ids(early))
    expect(new Set(ids(late)).size).toBe(late.length)
  })

  it('of a session without a turn is a request without spans', async () => {
    const belay = await openTest()
    const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
    expect(JSON.parse(await textOf(belay, id, 'otlp'))).toEqual({ resourceSpans: [] })
  })
})

interface TraceFile {
  readonly traceEvents: readonly {
    readonly ph: string
    readonly name: string
    readonly tid: number
    readonly args: Readonly<Record<string, unknown>>
  }[]
  readonly otherData: unknown
}

describe('a session as trace events', () => {
  it('has calls that ran side by side on threads of their own', async () => {
    const { belay, id, allow } = await cleanUp()
    await allow()
    const { traceEvents } = JSON.parse(await textOf(belay, id, 'chrome')) as TraceFile
    const lane = (name: string) => traceEvents.find((event) => event.ph === 'X' && event.name === name)?.tid
    expect([lane('run'), lane('files.ls'), lane('files.find'), lane('files.write')]).toEqual([1, 1, 2, 1])
    const instants = traceEvents.filter((event) => event.ph === 'i').map((event) => event.name)
    expect(instants).toEqual(expect.arrayContaining(['verdict block-commands block', 'question.opened ask-before']))
  })

  it('of a turn that waits has spans that begin and do not end', async () => {
    const { belay, id } = await cleanUp()
    const { traceEvents } = JSON.parse(await textOf(belay, id, 'chrome')) as TraceFile
    const open = traceEvents.filter((event) => event.ph === 'B')
    expect(open.map((event) => [event.name, event.args['belay.span.status']])).toEqual([
      ['Clean up', 'running'],
      ['step 3', 'running'],
      ['files.write', 'waiting'],
    ])
  })
})

describe('a session as JSON lines', () => {
  it('is its log to the letter', async () => {
    const { belay, id, allow } = await cleanUp()
    await allow()
    const text = await textOf(belay, id, 'jsonl')
    const log = await logOf(belay, id)
    expect(text).toBe(log.map((event) => `${JSON.stringify(event)}\n`).join(''))
  })
})

describe('an export', () => {
  it.each(['otlp', 'chrome', 'jsonl'] as const)('of a session that is not there says so, as %s', async (format) => {
    const belay = await openTest()
    await expect(textOf(belay, sessionId('ses_none'), format)).rejects.toMatchObject({ code: 'not_found' })
  })

  /** A log of three pages, of a session that may go away. */
  const longLog = (record: () => unknown = () => null) => {
    const reads: number[] = []
    const eventsAfter = (id: string, after: number, limit: number): TraceEvent[] => {
      reads.push(after)
      const last = Math.min(after + limit, limit * 3 - 1)
      return Array.from({ length: last - after }, (_, index) => ({
        ...{ type: 'notice', turn: null, text: 'x', session: sessionId(id), seq: after + index + 1, at: 0 },
      }))
    }
    const { exportSession } = sessionExporting({
      ...{ db: { eventsAfter, spanDetail: () => ({}) }, details: { flush: () => undefined }, mask: (text) => text },
      sessions: { record: record as never },
    })
    return { reads, pieces: exportSession(sessionId('ses_1'), 'jsonl')[Symbol.asyncIterator]() }
  }

  it('is read a page at a time, and no further than its reader goes', async () => {
    const { reads, pieces } = longLog()
    expect(reads).toEqual([])
    expect((await pieces.next()).value.match(/\n/g)).toHaveLength(500)
    expect(reads).toEqual([0])
    await pieces.next()
    expect(reads).toEqual([0, 500])
    await pieces.return?.()
    expect(await pieces.next()).toEqual({ done: true, value: undefined })
    expect(reads).toEqual([0, 500])
  })

  it('fails where its session goes away in the middle: no file is quietly too short', async () => {
    let there = true
    const { pieces } = longLog(() => {
      if (!there) throw new OperationError('not_found', 'There is no session ses_1.')
    })
    await pieces.next()
    there = false
    await expect(pieces.next()).rejects.toThrow('There is no session ses_1.')
  })
})
