/** What a drop would do, in words under the pointer. */
import type { DragState } from './machine'
import type { Several } from './several'
import { type DragTable, nameOf } from './table'

export function sayTarget(state: Extract<DragState, { phase: 'dragging' }>, table: DragTable): string {
  const { plan, target, source } = state
  switch (plan.kind) {
    case 'attach':
      return `Attach at ${plan.points.join(' and ')}`
    case 'move':
      return `Move to ${plan.to}`
    case 'reorder':
      return 'Ask here'
    case 'detach':
      return plan.left.length === 0 ? 'Detach' : `Take off ${plan.from}`
    case 'several':
      return saySeveral(plan)
    case 'nothing':
      if (plan.reason !== null) return plan.reason
      if (target.kind === 'station') return 'It stands here'
      return source.from === 'palette' || target.kind === 'off'
        ? 'Drop it on a station'
        : `${nameOf(table, source)} stays`
  }
}

function saySeveral({ attachments: { length }, change }: Several): string {
  switch (change.do) {
    case 'move':
      return change.to === undefined ? 'Ask here' : `Move ${length} to ${change.to}`
    case 'detach':
      return change.from === undefined ? `Detach ${length}` : `Take ${length} off ${change.from}`
    case 'mode':
      return `Set ${length} to ${change.mode}`
    case 'set':
      return change.set === null ? `Ungroup ${length}` : `Group ${length} as ${change.set}`
  }
}
