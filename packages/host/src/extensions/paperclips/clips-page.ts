/** Paperclips as a page that any client can draw: what is open first, what cost most at its head. */
import type { PageDocument, PageRow, Tone } from '../page-document'
import { type Clip, type ClipList, COSTS } from './clips'

const ORDER: readonly Clip['state'][] = ['open', 'accepted', 'mended', 'dismissed']
const COST_WORDS = { small: 'a small thing', time: 'cost time', stuck: 'could not go on' } as const
const MOST_GLANCED = 5

export function clipsPage({ clips }: ClipList): PageDocument {
  const sorted = [...clips].sort(before)
  const open = sorted.filter(({ state }) => state === 'open')
  return {
    title: 'Paperclips',
    empty: 'Nothing is in the way. When a tool, a file or an instruction gets in the model’s way, it files it here.',
    rows: sorted.map(rowOf),
    actions: [
      { run: 'accept', label: 'Accept', key: 'a', about: 'row', takes: { kind: 'nothing' } },
      { run: 'mended', label: 'Mended', key: 'd', about: 'row', takes: { kind: 'nothing' } },
      {
        run: 'dismiss',
        label: 'Dismiss',
        key: 'n',
        about: 'row',
        takes: { kind: 'text', label: 'Why it stays as it is', initial: 'empty' },
      },
      { run: 'reopen', label: 'Open again', key: 'o', about: 'row', takes: { kind: 'nothing' } },
      { run: 'remove', label: 'Remove', key: 'x', about: 'row', takes: { kind: 'nothing' } },
    ],
    glance:
      open.length === 0
        ? null
        : { title: 'Paperclips', count: open.length, lines: open.slice(0, MOST_GLANCED).map(({ title }) => title) },
  }
}

function before(one: Clip, other: Clip): number {
  return (
    ORDER.indexOf(one.state) - ORDER.indexOf(other.state) ||
    COSTS.indexOf(other.cost) - COSTS.indexOf(one.cost) ||
    other.at - one.at
  )
}

function rowOf({ id, title, detail, cost, state, answer, times, at }: Clip): PageRow {
  const often = times === 1 ? '' : `, filed ${times} times`
  const facts = `${COST_WORDS[cost]}${often}, last on ${new Date(at).toISOString().slice(0, 10)}`
  const parts = [detail, `_${facts}_`, ...(answer === '' ? [] : [`**You said:** ${answer}`])]
  const badge = times === 1 ? state : `${state} ×${times}`
  return { id, text: title, badge, tone: toneOf(state, cost), detail: parts.filter((one) => one !== '').join('\n\n') }
}

function toneOf(state: Clip['state'], cost: Clip['cost']): Tone {
  switch (state) {
    case 'open':
      return cost === 'stuck' ? 'bad' : cost === 'time' ? 'warning' : 'neutral'
    case 'accepted':
      return 'good'
    case 'mended':
    case 'dismissed':
      return 'muted'
  }
}
