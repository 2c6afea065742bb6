import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HistoryView } from './history'
import { effectiveRows, type HistoryEdit, type ViewItem, viewOf } from './history-view'
import { callId, turnId } from './ids'
import type { NewRow, Origin, TranscriptRow } from './transcript'

const turn = turnId('t')
const row = (id: number, rest: NewRow): TranscriptRow => ({ ...rest, id, at: 0 })
const said = (id: number, replaces: number | null = null, origin: Origin = 'person') =>
  row(id, { kind: 'input', turn, replaces, text: `input ${id}`, origin, from: null })
const reply = (id: number, calls: readonly string[] = [], replaces: number | null = null) =>
  row(id, {
    ...{ kind: 'reply', turn, replaces, text: `reply ${id}`, reasoning: '', end: 'stop', provider: 'p', model: 'm' },
    calls: calls.map((call) => ({ id: callId(call), name: 'run', args: {}, raw: '{}', complete: true })),
    usage: { input: null, cached: null, output: null },
  })
const result = (id: number, call: string) =>
  row(id, {
    kind: 'result',
    turn,
    replaces: null,
    call: callId(call),
    name: 'run',
    content: `result ${id}`,
    isError: false,
  })

const rewind = (tag: number, upTo: number): HistoryEdit => ({ do: 'rewind', tag, upTo })
const collapse = (from: number, to: number, upTo: number, summary = `${from}-${to}`): HistoryEdit => ({
  ...{ do: 'collapse', from, to, summary, upTo },
})
const expand = (tag: number, upTo: number): HistoryEdit => ({ do: 'expand', tag, upTo })

/** `2>7` is row 7 in the place of row 2. */
const shown = (items: readonly ViewItem[]) =>
  items
    .map((item) => {
      if (item.kind === 'summary') return `[${item.text}]`
      return item.tag === item.row.id ? `${item.tag}` : `${item.tag}>${item.row.id}`
    })
    .join(' ')

const TWO_TURNS = [said(1), reply(2, ['a', 'b']), result(3, 'a'), result(4, 'b'), reply(5), said(6), reply(7)]

describe('the view that requests are built from', () => {
  test.each([
    ['nothing done to it holds every row', [], '1 2 3 4 5 6 7'],
    ['a rewind drops what is behind it, and never the newest input', [rewind(1, 7)], '1 6'],
    ['a rewind to a reply keeps the results of its calls', [rewind(2, 7)], '1 2 3 4 6'],
    ['a rewind reaches no row that came later', [rewind(1, 5)], '1 6 7'],
    ['a rewind to the beginning leaves the newest input', [rewind(0, 7)], '6'],
    ['a fold stands where its first row stood', [collapse(1, 5, 7)], '[1-5] 6 7'],
    ['a fold of a reply takes its results along, also those behind its end', [collapse(1, 2, 7)], '[1-2] 5 6 7'],
    ['a fold that begins at a result leaves it with its reply', [collapse(3, 5, 7)], '1 2 3 4 [3-5] 6 7'],
    ['a fold over the newest input leaves it, behind the summary', [collapse(1, 7, 7)], '[1-7] 6'],
    ['a later fold may hold an earlier one', [collapse(1, 2, 7), collapse(1, 5, 7)], '[1-5] 6 7'],
    ['an expansion takes the latest fold back', [collapse(1, 2, 7), collapse(1, 5, 7), expand(1, 7)], '[1-2] 5 6 7'],
    ['and again the one before', [collapse(1, 2, 7), collapse(1, 5, 7), expand(1, 7), expand(1, 7)], '1 2 3 4 5 6 7'],
    ['an expansion where nothing is folded does nothing', [expand(4, 7)], '1 2 3 4 5 6 7'],
    [
      'what was rewound within a fold stays away when it is unfolded',
      [rewind(2, 5), collapse(1, 4, 5), expand(1, 5)],
      '1 2 3 4 6 7',
    ],
    ['a fold whose rows were all rewound leaves nothing', [collapse(2, 5, 7), rewind(1, 7)], '1 6'],
    [
      'of folds that overlap the later one wins where both lie',
      [collapse(1, 4, 7), collapse(5, 7, 7)],
      '[1-4] [5-7] 6',
    ],
  ])('%s', (_, edits, expected) => {
    expect(shown(viewOf(TWO_TURNS, edits))).toBe(expected)
  })

  test('a row that takes the place of another stands, and is named, where the first of them stood', () => {
    const rows = [said(1), reply(2), said(3), said(4, 1), reply(5), said(6, 4)]
    expect(shown(viewOf(rows, []))).toBe('1>6 2 3 5')
    expect(effectiveRows(rows).map(({ id }) => id)).toEqual([6, 2, 3, 5])
  })

  test('an edit of the first reaches whatever stands in its place later', () => {
    const rows = [said(1), reply(2), said(3), reply(4), said(5, 1), reply(6, [], 2)]
    expect(shown(viewOf(rows, [collapse(1, 2, 4)]))).toBe('[1-2] 3 4')
    expect(shown(viewOf(rows, [rewind(1, 4)]))).toBe('1>5 3')
  })

  test('what takes the place of the newest input stays as that one does', () => {
    const rows = [said(1), reply(2), said(3), said(4, 3)]
    expect(shown(viewOf(rows, [rewind(1, 3)]))).toBe('1 3>4')
  })

  test('context of hooks is no input: it goes with what it stands among', () => {
    const rows = [said(1), said(2, null, 'hook'), reply(3), said(4, null, 'reminder')]
    expect(shown(viewOf(rows, [rewind(0, 4)]))).toBe('1')
  })

  test('results that come after an edit of their reply follow it', () => {
    const view = new HistoryView([said(1), reply(2, ['a'])], [])
    view.items()
    view.edit(rewind(1, 2))
    view.items()
    view.add(result(3, 'a'))
    expect(shown(view.items())).toBe('1')
  })
})

const LENGTH = 24

/** A conversation as the loop commits it: inputs, context, replies with results, and rows in the place of others. */
const conversations = fc
  .array(
    fc.record({
      kind: fc.constantFrom('input', 'hook', 'reply', 'calls', 'again'),
      calls: fc.integer({ min: 1, max: 3 }),
      late: fc.boolean(),
      target: fc.nat(LENGTH),
    }),
    { maxLength: LENGTH },
  )
  .map((steps) => {
    const rows: TranscriptRow[] = [said(1)]
    const next = () => rows.length + 1
    let open: string[] = []
    const settle = () => {
      for (const call of open) rows.push(result(next(), call))
      open = []
    }
    for (const { kind, calls, late, target } of steps) {
      if (kind !== 'hook' && kind !== 'again') settle()
      if (kind === 'input') rows.push(said(next()))
      if (kind === 'hook') rows.push(said(next(), null, 'hook'))
      if (kind === 'reply') rows.push(reply(next()))
      if (kind === 'calls') {
        open = Array.from({ length: calls }, (_, index) => `c${next()}.${index}`)
        rows.push(reply(next(), open))
        if (!late) settle()
      }
      const replaced = rows[target % rows.length]
      if (kind === 'again' && replaced?.kind === 'input') rows.push(said(next(), replaced.id, replaced.origin))
    }
    settle()
    return rows
  })

const edits = fc.array(
  fc.record({
    do: fc.constantFrom('rewind', 'collapse', 'expand'),
    ...{ tag: fc.nat(40), from: fc.nat(40), to: fc.nat(40), upTo: fc.nat(60) },
  }),
  { maxLength: 8 },
)

const toEdits = (made: readonly { do: string; tag: number; from: number; to: number; upTo: number }[]): HistoryEdit[] =>
  made.map(({ do: what, tag, from, to, upTo }, index) => {
    if (what === 'rewind') return rewind(tag, upTo)
    if (what === 'expand') return expand(tag, upTo)
    return collapse(Math.min(from, to), Math.max(from, to), upTo, `${index}`)
  })

describe('whatever edits there are', () => {
  test('every call is with its result, in place, and every result with its call', () => {
    fc.assert(
      fc.property(conversations, edits, (rows, made) => {
        const items = viewOf(rows, toEdits(made)).flatMap((item) => (item.kind === 'row' ? [item.row] : []))
        const called = items.flatMap((item) => (item.kind === 'reply' ? item.calls.map((call) => call.id) : []))
        const answered = items.flatMap((item) => (item.kind === 'result' ? [item.call] : []))
        expect([...answered].sort()).toEqual([...called].sort())
      }),
      { numRuns: 500 },
    )
  })

  test('the newest input is in it, and nothing stands in it twice or out of its order', () => {
    fc.assert(
      fc.property(conversations, edits, (rows, made) => {
        const items = viewOf(rows, toEdits(made))
        const newest = rows.findLast(
          (each) => each.kind === 'input' && each.replaces === null && each.origin === 'person',
        )
        expect(items.map((item) => (item.kind === 'row' ? item.tag : null))).toContain(newest?.id)
        const tags = items.flatMap((item) => (item.kind === 'row' ? [item.tag] : []))
        expect(tags).toEqual([...new Set(tags)].sort((a, b) => a - b))
        const summaries = items.flatMap((item) => (item.kind === 'summary' ? [item.text] : []))
        expect(summaries).toEqual([...new Set(summaries)])
      }),
      { numRuns: 500 },
    )
  })

  test('a view that grows row by row is the view of all rows at once', () => {
    fc.assert(
      fc.property(conversations, edits, fc.array(fc.nat(60), { maxLength: 8 }), (rows, made, when) => {
        const all = toEdits(made).map((edit, index) => ({ ...edit, upTo: Math.min(when[index] ?? 0, rows.length) }))
        const inOrder = [...all].sort((a, b) => a.upTo - b.upTo)
        const view = new HistoryView([], [])
        const waiting = [...inOrder]
        for (const each of [null, ...rows]) {
          if (each !== null) view.add(each)
          while ((waiting[0]?.upTo ?? Number.POSITIVE_INFINITY) <= view.lastId())
            view.edit(waiting.shift() ?? rewind(0, 0))
          expect(view.items().length).toBeLessThanOrEqual(rows.length)
        }
        expect(view.items()).toEqual(viewOf(rows, inOrder))
        expect(view.rows()).toEqual(effectiveRows(rows))
      }),
      { numRuns: 300 },
    )
  })
})
