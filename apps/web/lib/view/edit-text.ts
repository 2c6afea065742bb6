/** What was done to what requests hold of the conversation, in words. */
import type { HistoryEdit } from '@belay/trace'

export function editText(edit: HistoryEdit): string {
  switch (edit.do) {
    case 'rewind':
      return `rows after ${edit.tag} are left out`
    case 'collapse':
      return edit.from === edit.to
        ? `row ${edit.from} stands as a summary`
        : `rows ${edit.from}–${edit.to} stand as a summary`
    case 'expand':
      return `the summary at row ${edit.tag} is unfolded`
  }
}
