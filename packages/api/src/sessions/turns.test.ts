import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldAll } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { asked, ended, until } from '../testing/until'
import { freshFolder, openTest, testTool } from '../testing/world'

const ALLOW = { say: 'allow', scope: 'once', args: null } as const

const done = (content: string) => ({ content, isError: false, facts: {} })

describe('a turn', () => {
  it('runs to its end, and its log folds into what happened', async () => {
    const workspace = freshFolder('workspace')
    const write = testTool('write', async ({ text }) => {
      appendFileSync(join(workspace, 'out'), String(text))
      return done('written')
    })
    const belay = await openTest({
      steps: [{ text: 'I write. ', calls: [{ name: 'write', args: { text: 'a' } }] }, { text: 'It is done.' }],
      tools: [write],
    })
    const { id } = await belay.createSession({ workspace })
    const { turn, queued } = await belay.send(id, 'Write an a\nplease')
    expect(queued).toBe(false)
    const events = await until(belay, id, ended)
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
    const state = foldAll(events)
    expect(state.turns).toMatchObject([{ id: turn, status: 'completed', answer: 'It is done.' }])
    expect(state.session?.title).toBe('Write an a')
    expect([...state.spans.values()].every((span) => span.end !== null)).toBe(true)
    expect(readFileSync(join(workspace, 'out'), 'utf8')).toBe('a')
    expect(await belay.session(id)).toMatchObject({
      status: 'completed',
      turns: 1,
      tokens: 30,
      lastPrompt: 'Write an a',
    })
  })

  it('has all of its spans in the database when it is said to have ended', async () => {
    const belay = await openTest({
      steps: [{ calls: [{ name: 't', args: {} }] }, { text: 'ok' }],
      tools: [testTool('t', async () => done('x'))],
    })
    const { id } = await belay.createSession({
      workspace: freshFolder(),
      attach: [{ hook: 'block', params: { text: 'zzz' } }],
    })
    await belay.send(id, 'go')
    const events = await until(belay, id, ended)
    const end = events.findIndex(ended)
    const spans = events.slice(0, end).filter((event) => event.type === 'span.started').length
    expect(spans).toBe(events.slice(0, end).filter((event) => event.type === 'span.ended').length)
    expect(events.slice(0, end).filter((event) => event.type === 'verdict')).toHaveLength(1)
  })

  it('that ends while something waits is followed by a turn with it, and each input is delivered once', async () => {
    let release: () => void = () => undefined
    const hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const belay = await openTest({ steps: [{ text: 'Hm. ', hold }, { text: 'And that.' }] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'first')
    await until(belay, id, (event) => event.type === 'span.started' && event.span.kind === 'model')
    expect(await belay.send(id, 'second')).toMatchObject({ queued: true })
    expect(foldAll(await until(belay, id, (event) => event.type === 'input.queued')).queued).toHaveLength(1)
    release()
    const state = foldAll(
      await until(belay, id, (event) => event.type === 'turn.ended' && event.answer === 'And that.'),
    )
    expect(state.turns.map((turn) => turn.status)).toEqual(['completed', 'completed'])
    expect(state.rows.filter((row) => row.kind === 'input').map((row) => row.text)).toEqual(['first', 'second'])
    expect(state.queued).toEqual([])
  })

  it('reads what is sent while it runs at its next step', async () => {
    let release: () => void = () => undefined
    const hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const steps = [{ text: 'Hm. ', hold, calls: [{ name: 't', args: {} }] }, { text: 'Both.' }]
    const belay = await openTest({ steps, tools: [testTool('t', async () => done('x'))] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'first')
    await until(belay, id, (event) => event.type === 'span.started' && event.span.kind === 'model')
    await belay.send(id, 'second')
    release()
    const events = await until(belay, id, ended)
    const state = foldAll(events)
    expect(state.turns).toMatchObject([{ status: 'completed', answer: 'Both.' }])
    expect(state.queued).toEqual([])
    const taken = events.findIndex((event) => event.type === 'input.taken')
    expect(events[taken + 1]).toMatchObject({ type: 'row.committed', row: { text: 'second' } })
  })

  it('stops within a second, keeps what was committed, and says so', async () => {
    const never = testTool(
      'never',
      (_, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve({ ...done(''), facts: { stopped: true } })),
        ),
    )
    const belay = await openTest({ steps: [{ calls: [{ name: 'never', args: {} }] }], tools: [never] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    await until(belay, id, (event) => event.type === 'span.started' && event.span.kind === 'tool')
    const before = performance.now()
    expect(await belay.stop(id)).toEqual({ stopped: true })
    expect(performance.now() - before).toBeLessThan(1_000)
    const state = foldAll(await until(belay, id, ended))
    expect(state.turns[0]?.status).toBe('stopped')
    expect(state.rows.some((row) => row.kind === 'result' && row.isError)).toBe(true)
    expect(await belay.stop(id)).toEqual({ stopped: false })
  })
})

describe('a question', () => {
  const steps = [{ calls: [{ name: 'risky', args: { x: 1 } }] }, { text: 'ok' }]

  it('is answered from any tab, and the first answer counts', async () => {
    const ran: unknown[] = []
    const risky = testTool(
      'risky',
      async (args) => {
        ran.push(args)
        return done('did it')
      },
      true,
    )
    const belay = await openTest({ steps, tools: [risky] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    await until(belay, id, asked)
    const [question] = await belay.questions(id)
    if (question === undefined) throw new Error('no question')
    expect(question).toMatchObject({ call: { name: 'risky', args: { x: 1 } }, hook: null, kind: 'risky' })
    expect(await belay.session(id)).toMatchObject({ status: 'waiting' })
    const answers = await Promise.allSettled([
      belay.answer(id, question.id, { say: 'allow', scope: 'once', args: { x: 2 } }),
      belay.answer(id, question.id, { say: 'deny', reason: 'no' }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected'])
    await until(belay, id, ended)
    expect(ran).toEqual([{ x: 2 }])
    await expect(belay.answer(id, question.id, ALLOW)).rejects.toThrow(/answered already: allowed once/)
    expect(await belay.questions(id)).toEqual([])
  })

  it('is not put again where it was allowed for the session', async () => {
    const risky = testTool('risky', async () => done('did it'), true)
    const belay = await openTest({ steps: [...steps, ...steps], tools: [risky] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    await until(belay, id, asked)
    const [question] = await belay.questions(id)
    if (question === undefined) throw new Error('no question')
    await belay.answer(id, question.id, { say: 'allow', scope: 'session', args: null })
    const first = await until(belay, id, ended)
    await belay.send(id, 'again')
    const second = await until(belay, id, ended, first.at(-1)?.seq)
    expect(second.some(asked)).toBe(false)
  })

  it('that nobody asked is not found', async () => {
    const belay = await openTest()
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await expect(belay.answer(id, 'qst_x' as never, ALLOW)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('hooks of a session', () => {
  it('rule the next turn, each change is an event with a sentence, and the same content has the same hash', async () => {
    const risky = testTool('risky', async () => done('did it'))
    const steps = [{ calls: [{ name: 'risky', args: { text: 'rm -rf' } }] }, { text: 'ok' }]
    const belay = await openTest({ steps: [...steps, ...steps], tools: [risky] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    const before = await belay.composition(id)
    const attached = await belay.attach(id, { hook: 'block', params: { text: 'rm -rf' } })
    const hook = attached.hooks[0]
    if (hook === undefined) throw new Error('nothing attached')
    await belay.send(id, 'go')
    const refused = foldAll(await until(belay, id, ended))
    expect(refused.turns[0]?.composition).toBe(attached.hash)
    expect(refused.rows.find((row) => row.kind === 'result')).toMatchObject({ isError: true })
    expect(await belay.session(id)).toMatchObject({ counts: { blocked: 1 }, hooks: 1 })
    const shadow = await belay.changeAttachment(id, hook.id, { mode: 'shadow' })
    await belay.send(id, 'again')
    const after = await until(belay, id, (event) => event.type === 'turn.ended', refused.seq)
    expect(after.find((event) => event.type === 'outcome')).toMatchObject({
      outcome: { decision: 'pass', wouldBe: 'block' },
    })
    const detached = await belay.detach(id, hook.id)
    expect(detached.hash).toBe(before.hash)
    expect(new Set([before.hash, attached.hash, shadow.hash]).size).toBe(3)
    const changes = (
      await until(belay, id, (event) => event.type === 'composition.changed' && event.composition.hash === before.hash)
    ).flatMap((event) => (event.type === 'composition.changed' ? [event.change] : []))
    expect(changes).toEqual(['block was attached at tools.before', 'block was set to shadow', 'block was detached'])
    const lines = await belay.trace(id, 1)
    expect(lines).toMatchObject([
      { point: 'tools.before', hook: null, asked: 1, decisions: { block: 1 } },
      { point: 'tools.before', hook: 'block', asked: 1, default: 0 },
    ])
  })

  const mistakes = [
    ['an unknown hook', { hook: 'blok' }, /There is no hook `blok`. Did you mean `block`/],
    [
      'a point that it cannot take',
      { hook: 'block', points: ['stop.done'] },
      /`block` cannot stand at stop.done; it can at tools.before/,
    ],
    [
      'parameters that do not fit',
      { hook: 'block', params: { text: 1 } },
      /parameters of `block` do not fit: text: expected a string/,
    ],
    ['no point at all', { hook: 'block', points: [] }, /needs at least one point/],
  ] as const

  it.each(mistakes)('%s is one sentence, and nothing is attached', async (_, spec, sentence) => {
    const belay = await openTest()
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await expect(belay.attach(id, spec as never)).rejects.toThrow(sentence)
    expect((await belay.composition(id)).hooks).toEqual([])
    await expect(
      belay.createSession({ workspace: freshFolder(), attach: [{ hook: 'ask' }, spec as never] }),
    ).rejects.toThrow(sentence)
    expect(await belay.sessions()).toHaveLength(1)
  })
})

describe('bad input', () => {
  it('is one sentence and makes nothing', async () => {
    const belay = await openTest()
    const file = join(freshFolder(), 'file')
    appendFileSync(file, '')
    await expect(belay.createSession({ workspace: '/no/such' })).rejects.toThrow('There is no folder /no/such.')
    await expect(belay.createSession({ workspace: file })).rejects.toThrow('is a file; a workspace is a folder')
    await expect(belay.createSession({ workspace: freshFolder(), model: 'nope' })).rejects.toThrow('is not a model')
    await expect(belay.createSession({ workspace: freshFolder(), model: 'test/two' })).rejects.toThrow(
      'There is no model',
    )
    expect(await belay.sessions()).toEqual([])
    await expect(belay.send('ses_x' as never, 'hi')).rejects.toMatchObject({ code: 'not_found' })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await expect(belay.send(id, '  ')).rejects.toThrow('the message is empty')
    await expect(belay.spanDetail(id, 'x' as never)).rejects.toMatchObject({ code: 'not_found' })
    await expect(belay.trace(id, 3)).rejects.toThrow('This session has no turn 3.')
  })

  it('in a workspace that is gone is told before anything is sent', async () => {
    const { rmSync } = await import('node:fs')
    const workspace = freshFolder()
    const belay = await openTest()
    const { id } = await belay.createSession({ workspace })
    rmSync(workspace, { recursive: true })
    await expect(belay.send(id, 'hi')).rejects.toThrow('There is no folder')
    expect(existsSync(workspace)).toBe(false)
  })
})
