/** `t.history`: the view of the conversation row by row, and what an edit of it comes to. Pure; a refusal throws a sentence. */
import type { CallbackRequest, HistoryTurn } from '@belay/hooks'
import type { HistoryEdit, HistoryView, Json, TranscriptRow, ViewItem } from '@belay/trace'

type Reading = Extract<CallbackRequest, { do: 'history.tail' | 'history.get' | 'history.tags' }>
type Editing = Extract<CallbackRequest, { do: 'history.rewind' | 'history.expand' | 'history.collapse' }>

/** Of a text in `tail` (`hooks.md` §6). */
const TAIL_CHARS = 1_000

export function readHistory(items: readonly ViewItem[], request: Reading): Json {
  switch (request.do) {
    case 'history.tail':
      return items.slice(-request.n).map((item) => turnJson(cut(turnOf(item))))
    case 'history.get': {
      const item = items.find((each) => each.tag === request.tag)
      return item === undefined ? null : turnJson(turnOf(item))
    }
    case 'history.tags':
      return items.map((item) => item.tag)
  }
}

/** Null where the view is so already. */
export function planEdit(view: HistoryView, request: Editing): HistoryEdit | null {
  const items = view.items()
  const upTo = view.lastId()
  switch (request.do) {
    case 'history.rewind':
      return planRewind(items, request.tag, upTo)
    case 'history.expand': {
      const { tag } = request
      if (!items.some((item) => item.kind === 'summary' && item.tag === tag))
        throw new Error(`t.history.expand was refused: no summary begins at ${tag}`)
      return { do: 'expand', tag, upTo }
    }
    case 'history.collapse':
      return planCollapse(view, request)
  }
}

/** Behind a summary everything goes that is behind what it replaced. */
function planRewind(items: readonly ViewItem[], tag: number, upTo: number): HistoryEdit | null {
  const at = tag === 0 ? -1 : placeOf(items, tag, 't.history.rewind')
  const last = items[at]
  if (at === items.length - 1) return null
  return { do: 'rewind', tag: last?.kind === 'summary' ? Math.max(last.to, tag) : tag, upTo }
}

/** The newest input stays where it is: a range that begins with it begins behind it. */
function planCollapse(
  view: HistoryView,
  { from, to, summary }: Extract<Editing, { do: 'history.collapse' }>,
): HistoryEdit {
  const items = view.items()
  const first = placeOf(items, from, 't.history.collapse')
  const last = placeOf(items, to, 't.history.collapse')
  const folded = items.slice(first, last + 1).filter((item) => item.tag !== view.newestInput())
  const [start] = folded
  if (start === undefined) {
    const why = last < first ? `${from} stands behind ${to}` : 'the newest input stays as it is'
    throw new Error(`t.history.collapse was refused: ${why}`)
  }
  const end = folded.reduce((most, item) => Math.max(most, item.kind === 'summary' ? item.to : item.tag), start.tag)
  return { do: 'collapse', from: start.tag, to: end, summary, upTo: view.lastId() }
}

function placeOf(items: readonly ViewItem[], tag: number, what: string): number {
  const place = items.findIndex((item) => item.tag === tag)
  if (place >= 0) return place
  throw new Error(
    `${what} was refused: the conversation as it stands has no row ${tag}; t.history.tags tells what it has`,
  )
}

export function turnOf(item: ViewItem): HistoryTurn {
  if (item.kind === 'summary') return { tag: item.tag, role: 'summary', text: item.text, tools: [] }
  return { tag: item.tag, ...whatIs(item.row) }
}

function whatIs(row: TranscriptRow): Omit<HistoryTurn, 'tag'> {
  switch (row.kind) {
    case 'input':
      return { role: 'user', text: row.text, tools: [] }
    case 'reply':
      return { role: 'assistant', text: row.text, tools: row.calls.map((call) => call.name) }
    case 'result':
      return { role: 'result', text: row.content, tools: [row.name] }
  }
}

function cut(turn: HistoryTurn): HistoryTurn {
  if (turn.text.length <= TAIL_CHARS) return turn
  return { ...turn, text: turn.text.slice(0, TAIL_CHARS).replace(/[\uD800-\uDBFF]$/, '') }
}

function turnJson({ tag, role, text, tools }: HistoryTurn): Json {
  return { tag, role, text, tools: [...tools] }
}
