/** The words and buttons above the ruler. */
'use client'

import { formatDuration } from '@belay/canvas'
import { Route, Search } from 'lucide-react'
import { IconButton } from '../components/ui/button'
import board from './board.module.css'
import css from './timeline.module.css'
import type { TimelineBoard, TimelineView } from './timeline-board'

export function TimelineHead({
  board: made,
  view,
}: {
  readonly board: TimelineBoard | null
  readonly view: TimelineView
}) {
  const { actions } = made ?? {}
  return (
    <div className={board.head}>
      <h2 className={board.title}>Timeline</h2>
      {view.totalMs > 0 && <span data-testid="hook-cost">{costText(view)}</span>}
      {actions !== undefined && view.spans > 0 && (
        <span className={css.tools}>
          <IconButton
            small
            label="Critical path: what made this turn take its time"
            keys="P"
            aria-pressed={view.tools.path !== null}
            data-testid="path-toggle"
            onClick={() => actions.togglePath()}
          >
            <Route size={15} />
          </IconButton>
          <IconButton small label="Search this turn" keys="/" aria-keyshortcuts="/" onClick={() => actions.openFind()}>
            <Search size={15} />
          </IconButton>
        </span>
      )}
      {view.follow === 'away' && (
        <button type="button" className={board.follow} onClick={() => made?.follow()} data-testid="follow">
          Follow now →
        </button>
      )}
    </div>
  )
}

function costText({ hookMs, totalMs }: TimelineView): string {
  return `hooks cost ${formatDuration(hookMs)} of ${formatDuration(totalMs)}`
}
