/** The one way in which the view of a running session is edited: on the record first, then in the view itself. */
import type { HistoryEdit } from '@belay/trace'
import type { Stage } from './stage'

/** `by` is the hook that did it; null for compaction. */
export function editView(stage: Stage, edit: HistoryEdit, by: string | null): void {
  stage.ports.log.emit({ type: 'history.edited', turn: stage.id, edit, by })
  stage.view.edit(edit)
  stage.memory.measure = null
}
