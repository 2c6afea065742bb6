/** The extensions that ship with the app, in turns: with the real loop, log, database and folders; the model is the test's. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ModelRequest } from '@belay/agent'
import type { JsonObject, SessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { TestStep } from '../testing/make-world'
import { turn } from '../testing/programmed'
import { ended, logOf, until } from '../testing/until'
import { freshFolder, openTest } from '../testing/world'

const calls = (name: string, args: JsonObject): TestStep => ({ calls: [{ name, args }] })
const done: TestStep = { text: 'Done.' }

function put(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

async function scene(steps: readonly TestStep[] = []) {
  const requests: ModelRequest[] = []
  const home = freshFolder()
  const belay = await openTest({
    ...{ home, builtIn: true, onRequest: (request: ModelRequest) => void requests.push(request) },
    steps: [...steps, ...Array.from({ length: 9 }, () => done)],
  })
  const workspace = freshFolder('work')
  const session = async () => (await belay.createSession({ workspace, permission: 'auto' })).id
  const last = () => requests.at(-1) ?? expect.fail('nothing was asked')
  const rows = async (id: SessionId) =>
    (await logOf(belay, id)).flatMap((event) => (event.type === 'row.committed' ? [event.row] : []))
  return { belay, home, workspace, session, last, rows }
}

const told = ({ messages }: ModelRequest) => JSON.stringify(messages)

it('what the model files a person triages in any session of the workspace, and it is told', async () => {
  const { belay, session, last } = await scene([
    calls('paperclips.file', { title: 'the tests need a network', cost: 'stuck' }),
  ])
  const [one, other] = [await session(), await session()]
  await turn(belay, one)
  const answered = await belay.runCommand(other, 'paperclips', '')
  expect(answered).toMatchObject({ page: { rows: [{ id: '1', badge: 'open', tone: 'bad' }], glance: { count: 1 } } })
  await belay.runCommand(other, 'paperclips', 'dismiss 1 run them with the cache')
  expect((await logOf(belay, other)).filter(({ type }) => type === 'turn.started')).toEqual([])
  await turn(belay, other)
  expect(told(last())).toContain('the person said: dismissed: run them with the cache')
})

it('what is remembered stands in the requests of later sessions', async () => {
  const { belay, session, last } = await scene([calls('memory.remember', { text: 'Tests run with vitest.' })])
  const first = await session()
  await turn(belay, first)
  expect(last().system).not.toContain('Tests run with vitest.')
  const later = await session()
  await turn(belay, later)
  expect(last().system).toContain('Notes of this workspace:\n- w1: Tests run with vitest.')
  await belay.runCommand(later, 'memory', 'forget w1')
  await turn(belay, await session())
  expect(last().system).not.toContain('Tests run with vitest.')
})

describe('what a workspace says', () => {
  const files = (workspace: string) => {
    put(workspace, 'AGENTS.md', 'Always say ahoy.')
    put(workspace, '.agents/skills/deploy/SKILL.md', '---\nname: deploy\ndescription: Ships it.\n---\nRun ship.')
  }

  it('is not read until a person trusts it, nor after they took that back', async () => {
    const { belay, workspace, session, last } = await scene()
    files(workspace)
    const id = await session()
    expect(await belay.workspaceState(workspace)).toEqual({
      ...{ workspace, trusted: null, brings: ['AGENTS.md', '.agents/skills'] },
    })
    await turn(belay, id)
    expect(last().system).not.toMatch(/ahoy|Ships it/)
    expect(await belay.trustWorkspace(workspace, true)).toMatchObject({ trusted: true })
    await turn(belay, id)
    expect(last().system).toContain('Always say ahoy.')
    expect(last().system).toContain('- deploy: Ships it.')
    await belay.trustWorkspace(workspace, false)
    await turn(belay, id)
    expect(last().system).not.toMatch(/ahoy|Ships it/)
  })

  it('is asked for anew where another folder takes the place of the one that was trusted', async () => {
    const { belay, workspace, session, last } = await scene()
    await belay.trustWorkspace(workspace, true)
    // The old one stays, so that the new one can't get its inode.
    renameSync(workspace, join(freshFolder('away'), 'old'))
    files(workspace)
    expect(await belay.workspaceState(workspace)).toMatchObject({ trusted: null })
    await turn(belay, await session())
    expect(last().system).not.toContain('ahoy')
  })

  it('stays as it is while a turn runs there', async () => {
    let release: () => void = () => undefined
    const hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const { belay, workspace, session } = await scene([{ text: 'wait', hold }])
    const id = await session()
    await belay.send(id, 'go')
    await until(belay, id, ({ type }) => type === 'turn.started')
    await expect(belay.trustWorkspace(workspace, true)).rejects.toThrow(/A turn of “.*” works in this folder/)
    expect(await belay.workspaceState(workspace)).toMatchObject({ trusted: null })
    release()
    await until(belay, id, ended)
  })
})

it('a skill is one turn for a person, and data for a model', async () => {
  const { belay, home, session, rows } = await scene([
    done,
    calls('commands.run', { name: 'deploy', text: 'to staging' }),
  ])
  put(home, 'skills/deploy/SKILL.md', '---\nname: deploy\ndescription: Ships it.\n---\nRun ship.')
  const id = await session()
  expect(await belay.runCommand(id, 'deploy', 'now')).toMatchObject({ kind: 'sent' })
  await until(belay, id, ended)
  expect((await rows(id))[0]).toMatchObject({
    kind: 'input',
    origin: 'person',
    text: expect.stringContaining('Run ship.'),
  })
  await turn(belay, id)
  const found = (await rows(id)).find((row) => row.kind === 'result')
  expect(found).toMatchObject({ isError: false, content: expect.stringContaining('The task: to staging') })
  expect((await rows(id)).filter((row) => row.kind === 'input')).toHaveLength(2)
})

it('/context says what the next request holds and what each part costs', async () => {
  const { belay, workspace, session } = await scene([calls('files.ls', {})])
  put(workspace, 'AGENTS.md', 'x'.repeat(4_000))
  await belay.trustWorkspace(workspace, true)
  const id = await session()
  await turn(belay, id, 'what is here?')
  await belay.runCommand(id, 'work', 'add mend the roof')
  const answered = await belay.runCommand(id, 'context', '')
  const rows = answered.kind === 'page' ? answered.page.rows : []
  const named = (text: string) => rows.find((row) => row.text === text)
  expect(named('Context: project instructions')?.badge).toMatch(/^1,000 · \d+ %$/)
  expect(rows.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Prompt', 'How run is used', 'Tools of files', 'What you said', 'Results of calls']),
  )
  expect(named('Waits: reminder of work')?.detail).toContain('mend the roof')
  expect(named('The last request')?.badge).toBe('10')
})

it('two switches that cancel each other leave no notice, and what was told is told no more', async () => {
  const { belay, session, last } = await scene()
  const id = await session()
  await turn(belay, id)
  await belay.setExtension(id, 'work', false)
  await belay.setExtension(id, 'work', true)
  await turn(belay, id)
  expect(told(last())).not.toContain('has changed')
  await belay.setExtension(id, 'work', false)
  await belay.setExtension(id, 'memory', false)
  await turn(belay, id)
  expect(told(last()).split('has changed')).toHaveLength(2)
  expect(told(last())).toMatch(/gone: work\.list, .*memory\.search/)
})
