import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foldAll, type SessionId, sessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { Operations } from '../operations'
import { ended, until } from '../testing/until'
import { afterTest, freshFolder, openTest, testTool } from '../testing/world'
import { NOT_RUN, UNKNOWN_OUTCOME } from './recover'

const script = fileURLToPath(new URL('../testing/left-behind.ts', import.meta.url))

interface Left {
  readonly home: string
  readonly workspace: string
  readonly id: SessionId
}

/** A home whose process was killed in the middle of a turn. */
async function leave(scene: 'call' | 'question'): Promise<Left> {
  const home = freshFolder()
  const workspace = freshFolder('workspace')
  const child = spawn(process.execPath, ['--import', 'tsx', script, home, workspace, scene], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterTest(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  return { home, workspace, id: sessionId(String(line).trim()) }
}

const ok = (content: string) => ({ content, isError: false, facts: {} })
const read = async (belay: Operations, id: SessionId) => foldAll(await until(belay, id, () => true))

describe('kill -9 in the middle of a tool call (60-abort-leaves-tool-use-open)', () => {
  it('leaves a turn that is shown as interrupted, a call of unknown outcome, and nothing runs twice', async () => {
    const { home, workspace, id } = await leave('call')
    const ran = join(workspace, 'ran')
    expect(readFileSync(ran, 'utf8')).toBe('x')
    const lines: string[] = []
    const reopenedAt = Date.now()
    const append = testTool('append', async () => ok('must not run'))
    const belay = await openTest({
      home,
      tools: [append],
      steps: [{ text: 'I see.' }],
      log: (line) => lines.push(line),
    })
    expect(lines).toEqual(['1 turn was interrupted when Belay last stopped.'])
    const state = await read(belay, id)
    expect(state.turns).toMatchObject([
      { status: 'interrupted', reason: expect.stringContaining('nothing was run again') },
    ])
    expect(state.live).toBeNull()
    const results = state.rows.flatMap((row) => (row.kind === 'result' ? [[row.name, row.content]] : []))
    expect(results).toEqual([
      ['quick', 'quick'],
      ['append', UNKNOWN_OUTCOME],
      ['quick', NOT_RUN],
    ])
    const spans = [...state.spans.values()]
    expect(spans.filter((span) => span.end === null)).toEqual([])
    expect(spans.filter((span) => span.kind === 'tool').map((span) => span.status)).toEqual(['ok', 'unknown'])
    const whole = spans.find((span) => span.kind === 'turn')
    expect(whole?.status).toBe('interrupted')
    expect(state.turns[0]?.endedAt).toBe(whole?.end)
    expect(state.turns[0]?.endedAt).toBeLessThan(reopenedAt)
    expect(await belay.session(id)).toMatchObject({ status: 'interrupted', turns: 1 })
    expect(readFileSync(ran, 'utf8')).toBe('x')
  })

  it('leaves a session that goes on, with a result behind every call', async () => {
    const { home, id } = await leave('call')
    const belay = await openTest({ home, steps: [{ text: 'I see.' }] })
    await belay.send(id, 'what happened?')
    const state = foldAll(
      await until(belay, id, (event) => event.type === 'turn.ended' && event.status === 'completed'),
    )
    expect(state.turns.map((turn) => turn.status)).toEqual(['interrupted', 'completed'])
    const model = [...state.spans.values()].findLast((span) => span.kind === 'model')
    if (model === undefined) throw new Error('no model call')
    const { request } = await belay.spanDetail(id, model.id)
    const roles = JSON.stringify(request).match(/"role":"\w+"/g)
    expect(roles).toEqual(
      ['user', 'user', 'assistant', 'result', 'result', 'result', 'user', 'user'].map((role) => `"role":"${role}"`),
    )
  })

  it('is told once: a second start changes nothing', async () => {
    const { home, id } = await leave('call')
    const first = await openTest({ home })
    const { seq } = await read(first, id)
    await first.close()
    const second = await openTest({ home })
    expect((await read(second, id)).seq).toBe(seq)
  })
})

describe('a question that was open when the process ended', () => {
  const tools = () => {
    const ran: string[] = []
    const note = (name: string, ask = false) =>
      testTool(
        name,
        async () => {
          ran.push(name)
          return ok(`did ${name}`)
        },
        ask,
      )
    return { ran, tools: [note('quick'), note('risky', true)] }
  }

  it('is still there after kill -9, and its answer lets the same turn go on', async () => {
    const { home, id } = await leave('question')
    const later = tools()
    const belay = await openTest({ home, tools: later.tools, steps: [{ text: 'All done.' }] })
    expect(await belay.session(id)).toMatchObject({ status: 'waiting', turns: 1 })
    const [question] = await belay.questions(id)
    if (question === undefined) throw new Error('the question is gone')
    const answers = await Promise.allSettled([
      belay.answer(id, question.id, { say: 'allow', scope: 'once', args: null }),
      belay.answer(id, question.id, { say: 'deny', reason: null }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected'])
    const state = foldAll(await until(belay, id, ended))
    expect(state.turns).toMatchObject([{ number: 1, status: 'completed', answer: 'All done.' }])
    expect(later.ran).toEqual(['risky', 'quick'])
    expect([...state.spans.values()].filter((span) => span.end === null)).toEqual([])
    expect(state.rows.map((row) => row.id)).toEqual(state.rows.map((_, index) => index + 1))
    expect(state.rows.filter((row) => row.kind === 'input' && row.origin === 'hook')).toHaveLength(1)
    await expect(belay.answer(id, question.id, { say: 'deny', reason: null })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('survives a clean stop and what is sent meanwhile waits behind it', async () => {
    const home = freshFolder()
    const first = await openTest({ home, tools: tools().tools, steps: [{ calls: [{ name: 'risky', args: {} }] }] })
    const { id } = await first.createSession({ workspace: freshFolder('workspace') })
    await first.send(id, 'go')
    await until(first, id, (event) => event.type === 'question.opened')
    await first.close()
    const later = tools()
    const second = await openTest({ home, tools: later.tools, steps: [{ text: 'Both done.' }] })
    const [question] = await second.questions(id)
    if (question === undefined) throw new Error('the question is gone')
    expect(await second.send(id, 'and that')).toMatchObject({ queued: true })
    await second.answer(id, question.id, { say: 'deny', reason: 'no' })
    const state = foldAll(await until(second, id, ended))
    expect(state.turns).toMatchObject([{ status: 'completed', answer: 'Both done.' }])
    expect(later.ran).toEqual([])
    expect(state.queued).toEqual([])
    expect(state.rows.filter((row) => row.kind === 'input').map((row) => row.text)).toEqual(['go', 'and that'])
  })

  it('is closed when the person stops the turn instead', async () => {
    const { home, id } = await leave('question')
    const later = tools()
    const belay = await openTest({ home, tools: later.tools })
    expect(await belay.stop(id)).toEqual({ stopped: true })
    const state = await read(belay, id)
    expect(state.turns).toMatchObject([{ status: 'stopped' }])
    expect(await belay.questions(id)).toEqual([])
    expect(later.ran).toEqual([])
    expect([...state.spans.values()].filter((span) => span.end === null)).toEqual([])
  })
})

describe('a home', () => {
  it('is opened by one process at a time; the second is told who has it', async () => {
    const home = freshFolder()
    const first = await openTest({ home })
    await expect(openTest({ home })).rejects.toThrow(
      `A command of Belay (process ${process.pid}) uses ${home} right now.`,
    )
    await first.close()
    await openTest({ home })
    expect(existsSync(join(home, 'server.json'))).toBe(true)
  })

  it('that cannot be made is one sentence', async () => {
    const file = join(freshFolder(), 'file')
    writeFileSync(file, '')
    const sentence = `The home folder ${file}/home cannot be used`
    await expect(openTest({ home: join(file, 'home') })).rejects.toThrow(sentence)
  })
})
