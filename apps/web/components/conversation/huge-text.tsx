'use client'
/** A text of any length in a box that scrolls, of which the lines in view are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { partsOf } from '../../lib/view/long-text'
import { Controls } from '../ui/controls'
import styles from './folded-text.module.css'

/** Letters of a line that are drawn as one. */
const PART = 2_000
/** A line in the size of the design; a longer one is measured. */
const LINE = 18

export function HugeText({ text }: { readonly text: string }) {
  const box = useRef<HTMLDivElement>(null)
  const parts = useMemo(() => partsOf(text, PART), [text])
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: parts.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE,
    ...{ overscan: 10, directDomUpdates: true, directDomUpdatesMode: 'position' },
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.huge} ref={box} tabIndex={0} aria-label="All of the text">
      <div className={styles.parts} ref={virtual.containerRef}>
        {virtual.getVirtualItems().map(({ index }) => {
          const [from, to] = parts[index] ?? [0, 0]
          return (
            <div key={index} className={styles.part} data-index={index} ref={virtual.measureElement}>
              <Controls text={text.slice(from, to)} />
            </div>
          )
        })}
      </div>
    </section>
  )
}
