/** The timeline of the selected turn: the canvas, its head, its tools, its tooltip, and the tree that says the same. */
'use client'

import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Action } from '../components/actions/action'
import { useActions } from '../components/actions/use-actions'
import board from './board.module.css'
import type { TimelineProps } from './board-props'
import { focusTree } from './board-tree'
import { exposeRects } from './test-rects'
import css from './timeline.module.css'
import { EMPTY_VIEW, TimelineBoard } from './timeline-board'
import { TimelineFind } from './timeline-find'
import { TimelineFoot } from './timeline-foot'
import { TimelineHead } from './timeline-head'
import { TimelineTree } from './timeline-tree'
import { Tooltip } from './tooltip'

const never = () => () => undefined
const nothing = () => EMPTY_VIEW
const NO_ACTIONS: readonly Action[] = []

export function Timeline(props: TimelineProps) {
  const section = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [made, setMade] = useState<TimelineBoard | null>(null)
  const view = useSyncExternalStore(made?.view.subscribe ?? never, made?.view.get ?? nothing, nothing)

  useEffect(() => {
    if (host.current === null || section.current === null) return
    const created = new TimelineBoard(host.current, section.current)
    setMade(created)
    const hide = exposeRects({ span: (id) => created.rectOf(id) })
    return () => {
      hide()
      created.destroy()
    }
  }, [])
  useActions(made?.named ?? NO_ACTIONS)
  // Before the browser paints: what was folded is in the very next frame.
  useLayoutEffect(() => made?.update(props))
  const backToTree = () => section.current?.querySelector<HTMLElement>('[role="tree"]')?.focus({ preventScroll: true })

  return (
    <section ref={section} className={css.timeline} data-testid="timeline" aria-label="Timeline">
      <div className={css.stage}>
        <div
          ref={host}
          className={board.canvas}
          data-testid="timeline-canvas"
          onMouseDown={(event) => focusTree(section.current, event)}
          aria-hidden="true"
        />
        <TimelineHead board={made} view={view} />
        {view.spans === 0 && <p className={board.empty}>{emptyText(props)}</p>}
        {made !== null && (
          <TimelineTree
            board={made}
            changes={view.changes}
            selection={props.selection}
            onSelect={props.onSelect}
            nowMs={props.nowMs}
          />
        )}
        {made !== null && view.tools.find !== null && (
          <TimelineFind find={view.tools.find} actions={made.actions} onClosed={backToTree} />
        )}
        {view.tip !== null && <Tooltip {...view.tip} />}
      </div>
      {made !== null && <TimelineFoot tools={view.tools} actions={made.actions} />}
      <p className="visually-hidden" role="status" data-testid="timeline-said">
        {view.said}
      </p>
    </section>
  )
}

function emptyText({ turn }: TimelineProps): string {
  return turn === null
    ? 'Nothing has run yet. Send a message: each call and each hook appears here as it happens.'
    : 'This turn has no spans yet.'
}
