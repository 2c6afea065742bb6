'use client'
/** A handle between two panels: dragged with the pointer, moved with the arrow keys. Says its size; keeps none of its own. */
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import { listenDrag } from '../../lib/listen-drag'
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
  const [end, setEnd] = useState<() => void>(() => () => undefined)
  const clamp = (next: number) => onSize(Math.round(Math.min(max, Math.max(min, next))))
  useEffect(() => end, [end])

  /** Whatever ends it but letting go leaves the panel as it was. */
  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return
    const { currentTarget: element, pointerId, pointerType } = event
    const at = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) =>
      axis === 'x' ? clientX : clientY
    const from = at(event)
    element.setPointerCapture(pointerId)
    const stop = listenDrag({
      ...{ element, isMouse: pointerType === 'mouse', isOurs: (now) => now.pointerId === pointerId },
      move: (now) => clamp(size + direction * (at(now) - from)),
      release: () => stop(),
      abort: () => {
        stop()
        onSize(size)
      },
    })
    setEnd(() => stop)
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
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  )
}
