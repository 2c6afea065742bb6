/** The shared list: its rules, its tools and its command. */
import { callId, sessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { createWork } from './work'
import { createItem, EMPTY_LIST, listText, removeItem, updateItem, type WorkList } from './work-list'

const made = (...titles: readonly string[]) =>
  titles.reduce<WorkList>((list, title) => {
    const changed = createItem(list, { title, parent: null })
    if (!changed.ok) throw new Error(changed.message)
    return changed.list
  }, EMPTY_LIST)

describe('a change', () => {
  it('from the revision that was seen makes the next one', () => {
    const changed = updateItem(made('a'), { id: '1', revision: 1 }, { status: 'doing' })
    expect(changed).toMatchObject({ ok: true, item: { status: 'doing', revision: 2, title: 'a' } })
  })

  it.each<[string, () => unknown, RegExp]>([
    [
      'from another revision',
      () => updateItem(made('a'), { id: '1', revision: 7 }, { title: 'b' }),
      /item 1 was changed since: it is “a”, open, revision 1 now/,
    ],
    [
      'of an item that is not there',
      () => updateItem(made('a', 'b'), { id: '9', revision: 1 }, {}),
      /no item 9; there are 1, 2/,
    ],
    ['in an empty list', () => removeItem(EMPTY_LIST, { id: '1', revision: 1 }), /the list is empty/],
    ['to no title', () => createItem(EMPTY_LIST, { title: ' ', parent: null }), /needs a title/],
    ['below nothing', () => createItem(made('a'), { title: 'b', parent: '5' }), /no item 5/],
    ['of a title without end', () => createItem(EMPTY_LIST, { title: 'x'.repeat(501), parent: null }), /at most 500/],
    [
      'beyond the most',
      () =>
        createItem(
          {
            lastId: 500,
            items: Array.from({ length: 500 }, (_, at) => ({
              id: `${at}`,
              title: 't',
              status: 'open',
              parent: null,
              revision: 1,
            })),
          },
          { title: 'b', parent: null },
        ),
      /500 items, which is the most/,
    ],
  ])('is refused %s', (_, change, message) => {
    expect(change()).toMatchObject({ ok: false, message: expect.stringMatching(message) })
  })

  it('an item with parts stays until they are gone, and is shown with them', () => {
    const part = createItem(made('a', 'b'), { title: 'of a', parent: '1' })
    if (!part.ok) throw new Error(part.message)
    expect(listText(part.list)).toBe(
      '1. [open] a (revision 1)\n  3. [open] of a (revision 1)\n2. [open] b (revision 1)',
    )
    expect(removeItem(part.list, { id: '1', revision: 1 })).toMatchObject({
      ok: false,
      message: 'item 1 has a part (3) and stays',
    })
  })
})

async function scene() {
  const lists = new Map<string, WorkList>()
  const store = {
    read: (session: string) => lists.get(session) ?? EMPTY_LIST,
    write: (session: string, list: WorkList) => void lists.set(session, list),
  }
  const [plugin] = createWork(store).plugins
  if (plugin?.kind !== 'managed') throw new Error('it is managed')
  const place = {
    session: sessionId('s'),
    workspace: '/w',
    home: '/h',
    trusted: true,
    settings: {},
    signal: new AbortController().signal,
  }
  const { tools, commands } = await plugin.prepare(place)
  const notes: string[] = []
  const context = {
    session: sessionId('s'),
    workspace: '/w',
    signal: place.signal,
    note: (text: string) => void notes.push(text),
  }
  const command = commands[0] ?? expect.fail()
  const call = (name: string, args = {}) =>
    tools
      .find((tool) => tool.name === name)
      ?.run(args, { ...context, turn: null, call: callId('c'), files: { changing: async () => () => undefined } })
  return { call, notes, type: (...args: readonly string[]) => command.run(args, context) }
}

it('what the model writes the person sees, and the other way round', async () => {
  const { call, notes, type } = await scene()
  expect(await call('work.create', { title: 'mend the roof' })).toMatchObject({
    isError: false,
    content: '1. [open] mend the roof (revision 1)',
  })
  expect(await type()).toMatchObject({
    kind: 'page',
    page: { rows: [{ id: '1', text: 'mend the roof', badge: 'open' }], glance: { count: 1 } },
  })
  expect(await type('done', '1')).toEqual({ kind: 'text', text: '1. mend the roof: changed (done).' })
  expect(notes).toEqual(['The person changed (done) item 1 of the shared list of work: mend the roof'])
  expect(await call('work.update', { id: '1', revision: 1, status: 'doing' })).toMatchObject({
    isError: true,
    content: expect.stringContaining('revision 2 now'),
  })
  expect(await call('work.list')).toMatchObject({ content: '1. [done] mend the roof (revision 2)' })
  expect(await type()).toMatchObject({ page: { glance: null } })
})

it.each([
  ['edit', '1 a new name', '1. a new name: changed (open).'],
  ['status', '1 blocked', '1. a: changed (blocked).'],
  ['remove', '1', '1. a: removed.'],
  ['add', 'b and more', '2. b and more: added.'],
])('/work %s %s', async (action, details, text) => {
  const { type } = await scene()
  await type('add', 'a')
  expect(await type(action, details)).toEqual({ kind: 'text', text })
})

it('what can not be is one sentence, and changes nothing', async () => {
  const { type, notes } = await scene()
  await expect(type('status', '1 sleeping')).rejects.toThrow(
    'a status is one of open, doing, blocked, done, not “sleeping”.',
  )
  await expect(type('remove', '')).rejects.toThrow(/there is no item/)
  expect(notes).toEqual([])
})
