import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HookFacts, noCallbacks, type PointEvents } from '@belay/hooks'
import {
  type Attachment,
  attachmentId,
  callId,
  type JsonObject,
  POINTS,
  type PointId,
  type Verdict,
} from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { createHookLibrary } from '../create-hook-library'
import { type Asked, after, before, builtIns } from '../testing/built-ins'
import { FACTS, realClock } from '../testing/world'

let home: string
let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  home = freshFolder()
  hooks = builtIns({ home, world: { environment: {} } })
})

/** Nobody waits for it: what it came to is heard later. */
async function hear<P extends PointId>(asked: Asked<P>, params: JsonObject = {}): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    hooks.ask('audit-log', params, { ...asked, hear: resolve }).catch(reject)
  })
}

async function lineOf<P extends PointId>(asked: Asked<P>, params: JsonObject = {}): Promise<JsonObject> {
  expect((await hear(asked, params)).error).toBeNull()
  const lines = readFileSync(join(home, 'logs/audit-ses_1.jsonl'), 'utf8').split('\n')
  return JSON.parse(lines.at(-2) ?? '')
}

const at = <P extends PointId>(point: P, event: PointEvents[P], facts: Partial<HookFacts> = {}): Asked<P> => ({
  point,
  event,
  facts,
})
const reply = { text: 'Done.', calls: [{ id: callId('c1'), name: 'run', args: {} }] }

describe('audit-log', () => {
  it('writes who, when, where and what to a file of the session', async () => {
    const line = await lineOf(before('run', { command: 'npm test' }))
    const { at, ...rest } = line
    expect(Math.abs(Date.parse(String(at)) - Date.now())).toBeLessThan(60_000)
    expect(rest).toEqual({
      ...{ session: 'ses_1', turn: 'trn_1', step: 1, agent: 'main', point: 'tools.before', workspace: '/work' },
      ...{ call: 'c1', tool: 'run', args: { command: 'npm test' } },
    })
  })

  it.each<[string, Asked<PointId>, JsonObject]>([
    [
      'a result',
      after('run', { content: 'two', args: { command: 'ls' } }),
      { tool: 'run', isError: false, ms: 1, args: { command: 'ls' }, contentChars: 3 },
    ],
    [
      'an input',
      at('guard.onInput', { msg: 'hi', origin: 'person' }),
      { origin: 'person', message: 'hi', messageChars: 2 },
    ],
    ['an answer', at('guard.onOutput', { ans: 'yes' }), { answer: 'yes' }],
    ['a reply', at('stop.done', { reply, held: 1, active: true }), { held: 1, calls: ['run'], replyChars: 5 }],
    ['an error', at('errors.on', { err: '429' }), { error: '429' }],
    ['a beginning', at('session.start', { source: 'fork' }), { source: 'fork' }],
    ['an end', at('session.end', { reason: 'closed' }), { reason: 'closed' }],
    ['a child', at('agent.start', { agentType: 'scout', prompt: 'find' }), { agentType: 'scout', prompt: 'find' }],
    ['a summary', at('memory.summarize', { prompt: 'sum up' }), { promptChars: 6 }],
  ])('%s', async (_what, asked, parts) => {
    expect(await lineOf(asked)).toMatchObject({ point: asked.point, ...parts })
  })

  it('holds as much as it is told to', async () => {
    const asked = after('run', { content: 'secret', args: { command: 'ls' } })
    const message = at('guard.onInput', { msg: 'hi', origin: 'person' })
    expect(Object.keys(await lineOf(asked, { detail: 'names' }))).not.toContain('args')
    expect(Object.keys(await lineOf(message, { detail: 'names' }))).not.toContain('message')
    expect(Object.keys(await lineOf(asked))).not.toContain('content')
    expect(await lineOf(asked, { detail: 'everything' })).toMatchObject({ content: 'secret' })
  })

  it('takes secrets out unless it is told otherwise, and cuts what is long', async () => {
    const key = `ghp_${'a1'.repeat(18)}`
    const asked = before('files.write', { file_path: 'a', content: `${key} ${'x'.repeat(3_000)}` })
    const { args } = await lineOf(asked)
    expect(args).toMatchObject({ content: expect.stringMatching(/^\[redacted: GitHub token\] x+… \(1041 more\)$/) })
    expect((await lineOf(asked, { redact: false })).args).toMatchObject({ content: expect.stringContaining(key) })
  })

  it.each<[string, Asked<PointId>]>([
    ['a call', before(`run ghp_${'a1'.repeat(18)}`, {})],
    ['a result', after(`run ghp_${'a1'.repeat(18)}`, { content: '' })],
    [
      'a reply',
      at('stop.done', {
        ...{ held: 0, active: false },
        reply: { text: '', calls: [{ id: callId('c1'), name: `ghp_${'a1'.repeat(18)}`, args: {} }] },
      }),
    ],
    ['a key of arguments', before('run', { env: { [`ghp_${'a1'.repeat(18)}`]: 'x' } })],
    ['a folder', { ...before('run', {}), facts: { workspace: `/srv/ghp_${'a1'.repeat(18)}` } }],
  ])('takes secrets out of the names in %s too', async (_what, asked) => {
    const line = JSON.stringify(await lineOf(asked))
    expect(line).toContain('[redacted: GitHub token]')
    expect(line).not.toContain('ghp_')
    expect(JSON.stringify(await lineOf(asked, { redact: false }))).toContain('ghp_')
  })

  it('takes out what an argument gives to a name of secrets', async () => {
    const env = { DB_PASSWORD: 'horse', API_KEY: '', MODE: 'fast' }
    const asked = before('run', { command: 'psql', env })
    const hidden = { DB_PASSWORD: '[redacted: secret]', API_KEY: '', MODE: 'fast' }
    expect((await lineOf(asked)).args).toEqual({ command: 'psql', env: hidden })
    expect((await lineOf(asked, { redact: false })).args).toEqual({ command: 'psql', env })
  })

  it('a text with line breaks is one line', async () => {
    expect(await lineOf(before('run', { command: 'a\nb\r\u2028c' }))).toMatchObject({
      args: { command: 'a\nb\r\u2028c' },
    })
  })

  it('writes where it is told to', async () => {
    await hear(before('run', {}), { path: 'all/audit.jsonl' })
    await hear(before('run', {}), { path: join(home, 'elsewhere-{session}') })
    expect(readFileSync(join(home, 'logs/all/audit.jsonl'), 'utf8')).toContain('tools.before')
    expect(readFileSync(join(home, 'elsewhere-ses_1'), 'utf8')).toContain('tools.before')
    await hear({ ...before('run', {}), facts: { sessionId: '../../x' } }, {})
    expect(readFileSync(join(home, 'logs/audit-______x.jsonl'), 'utf8')).toContain('tools.before')
  })

  it.each(['../x', 'a/../../x', '~/x', '~'])('is not led out of the logs by %s', async (path) => {
    expect(await hooks.problem('audit-log', { path })).toMatch(/lead elsewhere/)
  })

  it('stands at every point that hands something over', async () => {
    const found = await createHookLibrary({ home, clock: realClock }).find('audit-log')
    expect(POINTS.filter((point) => found?.points.includes(point) !== true)).toEqual([
      'memory.keep',
      'context.build',
      'model.choose',
    ])
  })

  it('no turn waits for it, and a line that can’t be written is a failure on its record', async () => {
    mkdirSync(join(home, 'logs/audit-ses_1.jsonl'), { recursive: true })
    const verdict = await hear(before('run', {}))
    expect(verdict).toMatchObject({ status: 'failed', late: true, decision: 'pass' })
    expect(verdict.error?.message).toMatch(/a line was not written to .*audit-ses_1\.jsonl: EISDIR/)
    const outcome = await hooks.ask('audit-log', {}, before('run', {}))
    expect(outcome).toMatchObject({ decision: 'pass', halt: null, verdicts: [] })
    // Lines are written in their order: that of the asking that nobody heard is done by now.
    await hear(before('run', {}))
  })

  it('a dry run writes nothing, and says so', async () => {
    const verdict = await hear({ ...before('run', {}), facts: { dryRun: true } })
    expect(verdict.notes).toEqual([`a dry run writes nothing to ${home}/logs/audit-ses_1.jsonl`])
  })
})

describe('when the app ends', () => {
  it('lines that are on their way are written first', async () => {
    const library = createHookLibrary({ home, clock: realClock })
    const attachment: Attachment = {
      ...{ id: attachmentId('a'), hook: 'audit-log', name: 'audit-log', source: 'library', params: {} },
      ...{ points: ['tools.before'], mode: 'enforce', onFailure: 'open', version: null, error: null },
    }
    const [hook] = await library.load([attachment])
    const call = { id: callId('c1'), name: 'run', args: {} }
    const signal = new AbortController().signal
    for (let n = 0; n < 50; n++)
      hook?.ask({ point: 'tools.before', event: { call }, facts: FACTS, signal, callbacks: noCallbacks })
    await library.close()
    expect(readFileSync(join(home, 'logs/audit-ses_1.jsonl'), 'utf8').split('\n')).toHaveLength(51)
  })
})
