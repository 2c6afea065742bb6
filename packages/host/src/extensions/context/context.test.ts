/** What the next request holds, as a page. */
import { expect, it } from 'vitest'
import { using } from '../testing'
import { contextPage, createContext, type NextRequest, type RequestPart } from './context'

const part = (name: string, tokens: number, kind: RequestPart['kind'] = 'context'): RequestPart => ({
  ...{ name, tokens, kind, detail: `about ${name}` },
})
const request = (parts: readonly RequestPart[], more: Partial<NextRequest> = {}): NextRequest => ({
  ...{ model: 'test/one', window: 10_000, reported: null, parts, ...more },
})

it('has a row a part, in the order of the request, with its share; a large one stands out', () => {
  const page = contextPage(request([part('system', 1_000, 'system'), part('results', 3_000, 'conversation')]))
  expect(page).toMatchObject({
    title: 'Context: about 4,000 of 10,000 tokens, test/one',
    rows: [
      { id: '1', text: 'system', badge: '1,000 · 25 %', tone: 'neutral', detail: 'about system' },
      { id: '2', text: 'results', badge: '3,000 · 75 %', tone: 'warning' },
    ],
  })
})

it.each<[string, Partial<NextRequest>, unknown]>([
  [
    'no window is known',
    { window: null },
    { title: 'Context: about 9,000 tokens, test/one', rows: [{ tone: 'neutral' }] },
  ],
  ['a provider counted', { reported: 8_765 }, { rows: [{}, { text: 'The last request', badge: '8,765' }] }],
  ['there is nothing', { parts: [] }, { rows: [], title: 'Context: about 0 of 10,000 tokens, test/one' }],
])('where %s', (_, more, page) => {
  expect(contextPage(request([part('a', 9_000)], more))).toMatchObject(page ?? {})
})

it('is a page that is asked for the session', async () => {
  const { type } = using(createContext(async (session) => request([part(`of ${session}`, 4)])))
  expect(await type()).toMatchObject({ kind: 'page', page: { rows: [{ text: 'of s' }] } })
})
