/** What a drop would do, in words under the pointer. */
import type { DragState } from './machine'
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
    case 'nothing':
      if (plan.reason !== null) return plan.reason
      if (target.kind === 'station') return 'It stands here'
      return source.from === 'palette' || target.kind === 'off'
        ? 'Drop it on a station'
        : `${nameOf(table, source)} stays`
  }
}
