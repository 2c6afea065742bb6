/** Commands of a session's extensions, with the real loop, log and database. */
import { createWork, defineExtension } from '@belay/host'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import { turn } from '../testing/programmed'
import { ended, logOf, until } from '../testing/until'
import { afterTest, freshFolder, openTest, testTool } from '../testing/world'

async function withWork() {
  const home = freshFolder()
  let belay = await openBelay({ home })
  afterTest(() => belay.close())
  const { id } = await belay.createSession({ workspace: freshFolder('work'), permission: 'auto' })
  const reopen = async () => {
    await belay.close()
    belay = await openBelay({ home })
  }
  return { id, reopen, belay: () => belay }
}

describe('/work', () => {
  it('is listed with its usage, and answers a page that outlives the process', async () => {
    const { id, reopen, belay } = await withWork()
    expect((await belay().sessionCommands(id)).find(({ name }) => name === 'work')).toMatchObject({
      ...{ usage: '/work [action] [details]', extension: 'work', page: true },
    })
    expect(await belay().runCommand(id, 'work', 'add  mend the roof ')).toMatchObject({
      kind: 'text',
      text: '1. mend the roof: added.',
    })
    await reopen()
    expect(await belay().runCommand(id, 'work', '')).toMatchObject({
      kind: 'page',
      page: { rows: [{ id: '1', text: 'mend the roof' }], glance: { count: 1 } },
    })
  })

  it('tells the model of what a person changed, with the next message and no turn of its own', async () => {
    const { id, belay } = await withWork()
    await belay().runCommand(id, 'work', 'add mend the roof')
    expect((await logOf(belay(), id)).filter(({ type }) => type === 'turn.started')).toEqual([])
    await belay().send(id, 'go on')
    const events = await until(belay(), id, ended)
    const rows = events.flatMap((event) => (event.type === 'row.committed' ? [event.row] : []))
    expect(
      rows
        .filter((row) => row.kind === 'input')
        .map(({ text }) => text)
        .join(),
    ).toContain('The person added item 1')
  })

  it('is gone with its extension, and its list is there when it comes back', async () => {
    const { id, belay } = await withWork()
    await belay().runCommand(id, 'work', 'add mend the roof')
    await belay().setExtension(id, 'work', false)
    await expect(belay().runCommand(id, 'work', '')).rejects.toThrow(
      'There is no command /work in this session; there are /paperclips,',
    )
    await belay().setExtension(id, 'work', true)
    expect(await belay().runCommand(id, 'work', '')).toMatchObject({ page: { rows: [{ id: '1' }] } })
  })

  it('goes with a session that is deleted for good', async () => {
    const { id, belay } = await withWork()
    const other = await belay().forkSession(id, {})
    await belay().runCommand(other.id, 'work', 'add x')
    await belay().deleteSession(other.id)
    await belay().purgeSession(other.id)
    await expect(belay().sessionCommands(other.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it.each<[string, string, string, RegExp]>([
  ['an unknown one', 'worc', '', /There is no command \/worc in this session; did you mean \/work\?/],
  [
    'a value outside of its choices',
    'work',
    'juggle 1',
    /action is one of add, edit, status, done, remove, not juggle/,
  ],
  ['what it throws', 'work', 'done 7', /there is no item 7/],
])('%s is one sentence', async (_, name, text, message) => {
  const { id, belay } = await withWork()
  const running = belay().runCommand(id, name, text)
  await expect(running).rejects.toThrow(message)
  await expect(running).rejects.toMatchObject({ code: 'bad_input' })
})

it('one that answers with a prompt sends it as the person’s message', async () => {
  const ask = {
    ...{
      name: 'review',
      description: 'd',
      args: [{ name: 'what', description: 'd', optional: false, choices: null }],
      page: false,
    },
    run: async ([what]: readonly string[]) => ({ kind: 'prompt' as const, text: `Review ${what}.` }),
  }
  const extension = defineExtension({
    name: 'ask',
    description: 'd',
    plugins: [{ kind: 'command', commands: () => [ask] }],
  })
  const belay = await openTest({
    steps: [{ text: 'Fine.' }, { text: 'Fine.' }],
    installed: [{ extension, byDefault: true }],
  })
  const { id } = await belay.createSession({ workspace: freshFolder('work') })
  await expect(belay.runCommand(id, 'review', '')).rejects.toThrow('/review needs what: /review <what>')
  expect(await belay.runCommand(id, 'review', 'all of it, twice')).toMatchObject({ kind: 'sent' })
  const events = await until(belay, id, ended)
  expect(JSON.stringify(events)).toContain('Review all of it, twice.')
  expect((await turn(belay, id)).end.status).toBe('completed')
})

it('two of one name are refused, with whose they are', async () => {
  const lists = { read: () => ({ lastId: 0, items: [] }), write: () => undefined }
  const other = defineExtension({
    name: 'other',
    description: 'd',
    plugins: [
      { kind: 'tool', tools: () => [testTool('work.list', async () => ({ content: '', isError: false, facts: {} }))] },
    ],
  })
  const belay = await openTest({
    installed: [
      { extension: createWork(lists), byDefault: true },
      { extension: other, byDefault: false },
    ],
  })
  const { id } = await belay.createSession({ workspace: freshFolder('work') })
  await belay.sessionCommands(id)
  await expect(belay.setExtension(id, 'other', true)).rejects.toThrow(
    'work and other both have a tool called work.list',
  )
})
