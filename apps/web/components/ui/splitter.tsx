'use client'
/** A handle between two panels: dragged with the pointer, moved with the arrow keys. Says its size; keeps none of its own. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './splitter.module.css'

interface Props {
  readonly label: string
  readonly axis: 'x' | 'y'
  /** Size of the panel that it belongs to, in pixels. */
  readonly size: number
  readonly min: number
  readonly max: number
  /** -1 where the panel lies after the handle: dragging towards the end makes it smaller. */
  readonly direction?: 1 | -1
  readonly onSize: (size: number) => void
  readonly onReset: () => void
}

/** Pixels a press of an arrow key. */
const KEY_STEP = 16

export function Splitter({ label, axis, size, min, max, direction = 1, onSize, onReset }: Props) {
  const from = useRef<{ readonly at: number; readonly size: number } | null>(null)
  const clamp = (next: number) => onSize(Math.round(Math.min(max, Math.max(min, next))))
  const at = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY)

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { at: at(event), size }
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    if (from.current !== null) clamp(from.current.size + direction * (at(event) - from.current.at))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const [back, forth] = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    if (event.key === back) clamp(size - direction * KEY_STEP)
    else if (event.key === forth) clamp(size + direction * KEY_STEP)
    else if (event.key === 'Home') clamp(min)
    else if (event.key === 'End') clamp(max)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be dragged; this is the window splitter of the ARIA practices
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      className={styles.splitter}
      data-axis={axis}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null
      }}
      onPointerCancel={() => {
        from.current = null
      }}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  )
}
