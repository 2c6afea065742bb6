/** What got in the model's way: filed by it, triaged by a person. */
import { describe, expect, it } from 'vitest'
import { keptInMemory, using } from '../testing'
import { type Clip, EMPTY_CLIPS, fileClip, settleClip } from './clips'
import { createPaperclips } from './paperclips'

const filed = (titles: readonly string[], more: Partial<Clip> = {}) =>
  titles.reduce((list, title) => {
    const change = fileClip(list, { title, detail: '', cost: 'small', at: 0, ...more })
    if (!change.ok) throw new Error(change.message)
    return change.list
  }, EMPTY_CLIPS)

describe('filed once more', () => {
  it.each<[string, Clip['state'], Clip['state']]>([
    ['an open one stays open', 'open', 'open'],
    ['an accepted one stays accepted', 'accepted', 'accepted'],
    ['a mended one is open again', 'mended', 'open'],
    ['a dismissed one stays dismissed', 'dismissed', 'dismissed'],
  ])('%s', (_, state, then) => {
    const settled = settleClip(filed(['ls is slow']), '1', { state })
    if (!settled.ok) throw new Error(settled.message)
    const again = fileClip(settled.list, { title: ' LS is  slow', detail: 'ten seconds', cost: 'stuck', at: 5 })
    expect(again).toMatchObject({
      ok: true,
      clip: { id: '1', state: then, times: 2, cost: 'stuck', detail: 'ten seconds', at: 5 },
    })
  })

  it('costs what it cost at its worst', () => {
    const list = filed(['a'], { cost: 'stuck' })
    expect(fileClip(list, { title: 'a', detail: '', cost: 'small', at: 1 })).toMatchObject({ clip: { cost: 'stuck' } })
  })
})

it('is refused without a title, and beyond the most', () => {
  expect(fileClip(EMPTY_CLIPS, { title: ' ', detail: '', cost: 'small', at: 0 })).toMatchObject({ ok: false })
  const full = filed(Array.from({ length: 300 }, (_, at) => `clip ${at}`))
  expect(fileClip(full, { title: 'one more', detail: '', cost: 'small', at: 0 })).toEqual({
    ok: false,
    message: 'there are 300 paperclips, which is the most: a person has to clear some',
  })
})

const scene = () => using(createPaperclips({ store: keptInMemory(EMPTY_CLIPS), clock: { now: () => 86_400_000 } }))

it('stands on the page by what is open and what it cost, and the model is told what the person said', async () => {
  const { call, type, notes } = scene()
  await call('paperclips.file', { title: 'a small one' })
  await call('paperclips.file', { title: 'the tests need a network', detail: 'They fail offline.', cost: 'stuck' })
  await call('paperclips.file', { title: 'slow', cost: 'time' })
  expect(await type()).toMatchObject({
    page: {
      rows: [
        { id: '2', badge: 'open', tone: 'bad', detail: expect.stringContaining('They fail offline.') },
        { id: '3', tone: 'warning' },
        { id: '1', tone: 'neutral' },
      ],
      glance: { count: 3 },
    },
  })
  expect(await type('dismiss', '2 run them with a cache')).toEqual({
    kind: 'text',
    text: '2. the tests need a network: dismissed.',
  })
  expect(notes).toEqual([
    'Of the paperclip “the tests need a network” (2) the person said: dismissed: run them with a cache',
  ])
  expect(await call('paperclips.file', { title: 'the tests need a network' })).toMatchObject({
    content: 'Filed 2 times by now, as 2 (dismissed). The person said: run them with a cache',
  })
  expect(await type()).toMatchObject({
    page: { rows: [{ id: '3' }, { id: '1' }, { badge: 'dismissed ×2', tone: 'muted' }] },
  })
})

it.each([
  ['accept', 'accepted', 'good'],
  ['mended', 'mended', 'muted'],
  ['reopen', 'open', 'neutral'],
])('/paperclips %s', async (action, badge, tone) => {
  const { call, type } = scene()
  await call('paperclips.file', { title: 'a' })
  await type(action, '1')
  expect(await type()).toMatchObject({ page: { rows: [{ badge, tone }] } })
})

it('removes one, and what is not there is one sentence that changes nothing', async () => {
  const { call, type, notes } = scene()
  await call('paperclips.file', { title: 'a' })
  await expect(type('accept', '7')).rejects.toThrow('there is no paperclip 7; there are 1.')
  expect(notes).toEqual([])
  await type('remove', '1')
  expect(await call('paperclips.list')).toMatchObject({ content: 'No paperclip is filed.' })
})
