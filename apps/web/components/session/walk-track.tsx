'use client'
/** The slider of a walk, with the signs of what hooks said at the place where each was said. */
import type { Mark } from '@belay/canvas'
import type { TurnState } from '@belay/trace'
import { useMemo } from 'react'
import { verdictMark } from '../../lib/view/mark'
import styles from './walk-bar.module.css'

interface Props {
  readonly turn: TurnState
  readonly at: number
  readonly count: number
  /** What the event is, read aloud with its place. */
  readonly text: string
  readonly onAt: (at: number) => void
}

export function WalkTrack({ turn, at, count, text, onAt }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn's events grow in place; their count says so
  const ticks = useMemo(() => ticksOf(turn), [turn, count])
  const share = (event: number) => `${count <= 1 ? 100 : ((event - 1) / (count - 1)) * 100}%`
  return (
    <div className={styles.track}>
      <span className={styles.line} aria-hidden />
      <span className={styles.gone} style={{ width: share(at) }} aria-hidden />
      {ticks.map(({ event, mark }) => (
        <span
          key={event}
          className={styles.tick}
          data-mark={mark}
          data-ahead={event > at}
          style={{ left: share(event) }}
          aria-hidden
        />
      ))}
      <input
        type="range"
        className={styles.slider}
        min={1}
        max={Math.max(count, 1)}
        value={at}
        aria-label="Event"
        aria-valuetext={`event ${at} of ${count}: ${text}`}
        onChange={(event) => onAt(Number(event.target.value))}
      />
    </div>
  )
}

interface Tick {
  readonly event: number
  readonly mark: Mark
}

/** More of them would be a solid bar. */
const MOST_TICKS = 160

function ticksOf({ events }: TurnState): readonly Tick[] {
  const all = events.flatMap((event, at): readonly Tick[] => {
    if (event.type !== 'verdict') return []
    const mark = verdictMark(event.verdict)
    return mark === 'pass' ? [] : [{ event: at + 1, mark }]
  })
  const every = Math.ceil(all.length / MOST_TICKS)
  return every <= 1 ? all : all.filter((_, at) => at % every === 0)
}
