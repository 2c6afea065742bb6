'use client'
/** The head of something that stands in an order: dragged by its grip, moved by arrows, removed. */
import { ChevronDown, ChevronUp, GripVertical, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { IconButton } from '../ui/button'
import styles from './commands.module.css'
import type { FormEdits } from './commands-form'
import type { FormEvent } from './commands-form-model'

export interface Place {
  /** Of the list that it stands in. */
  readonly list: FormEvent['at']
  readonly nth: number
  readonly count: number
}

interface Props extends Place {
  /** `group 1`, `command 2`: what it is called in the names of its ways. */
  readonly what: string
  readonly className: string | undefined
  readonly head: ReactNode
  readonly edits: FormEdits
  readonly children: ReactNode
}

/** One thing is dragged at a time in a page. */
let dragged: { readonly list: string; readonly nth: number } | null = null

export function Movable({ list, nth, count, what, className, head, edits, children }: Props) {
  const [over, setOver] = useState(false)
  const key = JSON.stringify(list)
  const move = (to: number) => {
    if (to >= 0 && to < count && to !== nth) edits.move(list, [nth, to])
  }
  const takes = (event: DragEvent) => {
    if (dragged === null || dragged.list !== key) return
    event.preventDefault()
    event.stopPropagation()
    setOver(dragged.nth !== nth)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (dragged === null || dragged.list !== key) return
    event.preventDefault()
    event.stopPropagation()
    if (dragged.nth !== nth) edits.move(list, [dragged.nth, nth])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a card in a list
    <div
      className={className}
      role="group"
      aria-label={what}
      data-place={JSON.stringify([...list, nth])}
      data-over={over}
      onKeyDown={(event) => hearMove(event, (by) => move(nth + by))}
      onDragOver={takes}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header className={styles.head}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the same is done by Alt with the arrows, and by the buttons */}
        <span
          className={styles.grip}
          title={`Drag ${what}`}
          draggable
          onDragStart={(event) => {
            dragged = { list: key, nth }
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', what)
            event.stopPropagation()
          }}
          onDragEnd={() => {
            dragged = null
          }}
        >
          <GripVertical size={14} aria-hidden />
        </span>
        {head}
        <span className={styles.tools}>
          <IconButton
            small
            label={`Move ${what} up`}
            data-control="up"
            disabled={nth === 0}
            onClick={() => move(nth - 1)}
          >
            <ChevronUp size={14} />
          </IconButton>
          <IconButton
            small
            label={`Move ${what} down`}
            data-control="down"
            disabled={nth === count - 1}
            onClick={() => move(nth + 1)}
          >
            <ChevronDown size={14} />
          </IconButton>
          <IconButton small label={`Remove ${what}`} data-control="remove" onClick={() => edits.remove([...list, nth])}>
            <X size={14} />
          </IconButton>
        </span>
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** The innermost thing hears it. */
function hearMove(event: KeyboardEvent, move: (by: -1 | 1) => void): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
  if (by === null || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
  event.preventDefault()
  move(by)
}
