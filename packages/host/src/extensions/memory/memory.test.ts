/** Notes that outlive sessions: kept by the model or the person, bounded in what every request holds. */
import { describe, expect, it } from 'vitest'
import { keptInMemory, using } from '../testing'
import { createMemory } from './memory'
import { EMPTY_NOTES, forget, memoryBlock, type NoteList, remember, search } from './notes'

const noted = (texts: readonly string[], scope: 'workspace' | 'person' = 'workspace'): NoteList =>
  texts.reduce((list, text, at) => {
    const change = remember(list, { text, scope, at, by: 'model' })
    if (!change.ok) throw new Error(change.message)
    return change.list
  }, EMPTY_NOTES)

describe('a note', () => {
  it('is kept once, and its id never comes back', () => {
    const list = noted(['a', 'b', 'a'])
    expect(list.notes.map(({ id }) => id)).toEqual(['w1', 'w2'])
    const without = forget(list, 'w2')
    if (!without.ok) throw new Error(without.message)
    expect(remember(without.list, { text: 'c', scope: 'workspace', at: 9, by: 'person' })).toMatchObject({
      note: { id: 'w3' },
    })
  })

  it.each([
    ['without a text', '  ', 'a note needs a text'],
    ['without end', 'x'.repeat(2_001), 'a note has at most 2000 characters; this one has 2001'],
  ])('%s is refused', (_, text, message) => {
    expect(remember(EMPTY_NOTES, { text, scope: 'person', at: 0, by: 'model' })).toEqual({ ok: false, message })
  })

  it('is found by all of its words, the latest first', () => {
    const { notes } = noted(['Tests run with vitest', 'Never push to main', 'The tests need Node 20'])
    expect(search(notes, 'TESTS').map(({ id }) => id)).toEqual(['w3', 'w1'])
    expect(search(notes, 'tests vitest').map(({ id }) => id)).toEqual(['w1'])
  })
})

describe('what a request holds', () => {
  it('is nothing where nothing is kept, else by whose it is', () => {
    expect(memoryBlock({ workspace: EMPTY_NOTES, person: EMPTY_NOTES })).toBe('')
    expect(memoryBlock({ workspace: noted(['use tabs']), person: noted(['be brief'], 'person') })).toBe(
      'Notes of the person, for every workspace:\n- p1: be brief\n\nNotes of this workspace:\n- w1: use tabs',
    )
  })

  it('is bounded: the latest stay, and the model is told how many are left out', () => {
    const block = memoryBlock({
      workspace: noted(Array.from({ length: 50 }, (_, at) => `note ${at} ${'x'.repeat(900)}`)),
      person: EMPTY_NOTES,
    })
    expect(block.length).toBeLessThan(8_200)
    expect(block).toContain('note 49 ')
    expect(block).not.toContain('note 40 ')
    expect(block).toMatch(/\n\n42 older notes are not shown: memory\.search finds them\.$/)
  })
})

const store = () => keptInMemory(EMPTY_NOTES)
const clock = { now: () => 86_400_000 }

it('is of its workspace, or of the person everywhere', async () => {
  const kept = store()
  const [here, there] = [
    using(createMemory({ store: kept, clock }), '/here'),
    using(createMemory({ store: kept, clock }), '/there'),
  ]
  expect(await here.call('memory.remember', { text: 'tests run with vitest' })).toMatchObject({
    content: 'Kept as w1.',
  })
  await here.call('memory.remember', { text: 'the person likes short answers', scope: 'person' })
  expect((await here.contexts()).join()).toContain('tests run with vitest')
  expect((await there.contexts()).join()).toBe(
    'Notes of the person, for every workspace:\n- p1: the person likes short answers',
  )
  expect(await there.call('memory.search', { query: 'vitest' })).toMatchObject({ content: 'No note fits.' })
  expect(await there.call('memory.forget', { id: 'w1' })).toMatchObject({ isError: true })
  expect(await there.call('memory.forget', { id: 'p1' })).toMatchObject({ isError: false })
})

it('is added, edited and forgotten on the page; the model is told', async () => {
  const { call, type, notes } = using(createMemory({ store: store(), clock }))
  await type('add', 'use tabs')
  await type('person', 'be brief')
  await type('edit', 'w1 use two spaces')
  expect(await type()).toMatchObject({
    page: {
      rows: [
        { id: 'w1', text: 'use two spaces', badge: 'this folder' },
        { id: 'p1', badge: 'everywhere' },
      ],
    },
  })
  await type('forget', 'p1')
  expect(await call('memory.search')).toMatchObject({ content: '- w1: use two spaces' })
  await expect(type('edit', 'w9 x')).rejects.toThrow('there is no note w9')
  expect(notes).toEqual([
    'The person added a note of memory (w1): use tabs',
    'The person added a note of memory (p1): be brief',
    'The person changed a note of memory (w1): use two spaces',
    'The person removed a note of memory (p1): be brief',
  ])
})
