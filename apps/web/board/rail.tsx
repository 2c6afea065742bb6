/** The loop with its hooks: the canvas, its head, its tooltip, and the tree that says and does the same. */
'use client'

import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import css from './board.module.css'
import type { RailProps } from './board-props'
import { focusTree } from './board-tree'
import { EMPTY_RAIL, RailBoard } from './rail-board'
import drag from './rail-drag.module.css'
import { RailTree, type TreeActions } from './rail-tree'
import { exposeRects } from './test-rects'
import { Tooltip } from './tooltip'

const never = () => () => undefined
const nothing = () => EMPTY_RAIL

export function Rail(props: RailProps) {
  const section = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [board, setBoard] = useState<RailBoard | null>(null)
  const [pointed, setPointed] = useState<{ readonly key: string } | null>(null)
  const view = useSyncExternalStore(board?.view.subscribe ?? never, board?.view.get ?? nothing, nothing)

  useEffect(() => {
    if (host.current === null) return
    const made = new RailBoard(host.current)
    setBoard(made)
    const hide = exposeRects({
      station: (point) => made.where.rectOf({ point }, 'station'),
      plus: (point) => made.where.rectOf({ point }, 'plus'),
      attachment: (attachment) => made.where.rectOf({ attachment }, 'card'),
      switch: (attachment) => made.where.rectOf({ attachment }, 'switch'),
      menu: (attachment) => made.where.rectOf({ attachment }, 'menu'),
      set: (attachment) => made.where.rectOf({ attachment }, 'set'),
    })
    return () => {
      hide()
      made.destroy()
    }
  }, [])
  // Before the browser paints: what was folded is in the very next frame.
  useLayoutEffect(() => board?.update(props))

  return (
    <section ref={section} className={css.rail} data-testid="rail" aria-label="Rail">
      <div
        ref={host}
        className={css.canvas}
        data-testid="rail-canvas"
        onMouseDown={(event) => {
          const key = board?.where.keyUnder(event.clientX, event.clientY) ?? null
          if (key !== null) setPointed({ key })
          focusTree(section.current, event)
        }}
        aria-hidden="true"
      />
      {props.head}
      {board !== null && (
        <RailTree
          {...treeProps(props)}
          board={board}
          model={view.model}
          chain={view.chain}
          pointed={pointed}
          onPointed={(key) => setPointed({ key })}
        />
      )}
      {view.tip !== null && <Tooltip {...view.tip} />}
      {view.zoom !== null && (
        <button
          type="button"
          className={drag.fit}
          onClick={() => board?.fit()}
          title="Fit the rail (0, while it is focused)"
        >
          {view.zoom} % · fit
        </button>
      )}
      {view.said.text !== '' && (
        <p key={view.said.nth} className={drag.said} aria-hidden="true">
          {view.said.text}
        </p>
      )}
      <div className="visually-hidden" role="status" aria-live="polite" data-testid="rail-said">
        {view.said.text}
      </div>
    </section>
  )
}

/** Without what moves with every event: the tree changes with its model. */
function treeProps(props: RailProps): TreeActions {
  const { selection, picked, fixed, onSelect, onPick, onToggle, onHookMenu, onPickedMenu, onStationMenu, onHookOpen } =
    props
  return { selection, picked, fixed, onSelect, onPick, onToggle, onHookMenu, onPickedMenu, onStationMenu, onHookOpen }
}
