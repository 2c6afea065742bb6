/** What keys and buttons change about the hooks on the rail: the plans that a drag would make, for one hook or for all that are picked. */
import { type DragPlan, nextMode, type SharedChange } from '@belay/canvas'
import type { AttachmentId } from '@belay/trace'
import type { BoardCanvas } from './board-canvas'
import type { RailProps } from './board-props'
import { isPicked } from './rail-actions'
import type { RailChanges } from './rail-changes'
import { anchorAt, type RailFinder } from './rail-finder'
import { planOfKey, type RailKey, type Standing } from './rail-keys'
import { isMade, type RailPicture } from './rail-picture'
import type { RailTable } from './rail-table'

interface Parts {
  readonly canvas: BoardCanvas
  readonly picture: RailPicture
  readonly table: RailTable
  readonly changes: RailChanges
  readonly where: RailFinder
  props(): RailProps | null
  say(sentence: string): void
}

export class RailEdits {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What a key does to a hook. Answers where the hook stands then, for the keyboard to go along. */
  byKey(at: Standing, key: RailKey): string | null {
    const { table, changes, where, canvas, say } = this.#parts
    const props = this.#parts.props()
    if (props === null || isMade(at.attachment)) return null
    const { fixed, picked } = props
    const meant = isPicked(props, at.attachment) ? { ...at, picked } : at
    const plan: DragPlan = fixed === null ? planOfKey(table.now, meant, key) : { kind: 'nothing', reason: fixed }
    if (plan.kind === 'nothing') {
      say(plan.reason ?? '')
      return null
    }
    changes.make(plan, where.anchorOf(`${at.point} ${at.attachment}`) ?? anchorAt(canvas.corner()))
    const to = stationOf(plan)
    return to === null ? null : `${to} ${at.attachment}`
  }

  /** All that are picked to the mode that is next for one of them. */
  switchPicked(attachment: AttachmentId): void {
    const hook = this.#parts.picture.facts?.hooks.find(({ id }) => id === attachment)
    if (hook !== undefined) this.picked({ do: 'mode', mode: nextMode(hook) })
  }

  picked(change: SharedChange): void {
    const { changes, canvas, say } = this.#parts
    const { picked = [], fixed = null } = this.#parts.props() ?? {}
    const attachments = picked.filter((id) => !isMade(id))
    if (fixed !== null) say(fixed)
    else if (attachments.length > 0) changes.make({ kind: 'several', attachments, change }, anchorAt(canvas.corner()))
  }
}

/** Where what was changed stands then, if elsewhere. */
function stationOf(plan: DragPlan): string | null {
  if (plan.kind === 'move') return plan.to
  return plan.kind === 'several' && plan.change.do === 'move' ? (plan.change.to ?? null) : null
}
