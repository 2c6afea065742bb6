/** The list of work as a page that any client can draw. */
import type { PageDocument, PageRow, Tone } from '../page-document'
import { inOrder, STATUSES, type WorkItem, type WorkList } from './work-list'

const TONES: Readonly<Record<WorkItem['status'], Tone>> = {
  open: 'neutral',
  doing: 'good',
  blocked: 'warning',
  done: 'muted',
}
const MOST_GLANCED = 8

export function workPage(list: WorkList): PageDocument {
  const rows = inOrder(list)
  const left = rows.filter(({ item }) => item.status !== 'done')
  return {
    title: 'Work',
    empty: 'Nothing is on the list. Add what is to be done, or ask the model for a plan.',
    rows: rows.map(rowOf),
    actions: [
      {
        run: 'add',
        label: 'Add',
        key: 'a',
        about: 'page',
        takes: { kind: 'text', label: 'What is to be done', initial: 'empty' },
      },
      { run: 'edit', label: 'Rename', key: 'e', about: 'row', takes: { kind: 'text', label: 'Title', initial: 'row' } },
      { run: 'done', label: 'Done', key: 'd', about: 'row', takes: { kind: 'nothing' } },
      { run: 'status', label: 'Status', key: 's', about: 'row', takes: { kind: 'choice', choices: STATUSES } },
      { run: 'remove', label: 'Remove', key: 'x', about: 'row', takes: { kind: 'nothing' } },
    ],
    glance:
      left.length === 0
        ? null
        : { title: 'Work', count: left.length, lines: left.slice(0, MOST_GLANCED).map(({ item }) => item.title) },
  }
}

function rowOf({ item, depth }: { readonly item: WorkItem; readonly depth: number }): PageRow {
  return {
    id: item.id,
    text: `${'\u2003'.repeat(depth)}${item.title}`,
    badge: item.status,
    tone: TONES[item.status],
    detail: null,
  }
}
