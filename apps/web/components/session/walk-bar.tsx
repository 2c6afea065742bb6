'use client'
/** A turn event by event: where one is, what that event was, and the ways to go. There only while somebody walks. */
import type { TurnState } from '@belay/trace'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCount } from '../../lib/format'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { IconButton } from '../ui/button'
import { Inline } from '../ui/inline'
import { useOpenSession, useShown, useTurnEvents } from './session-context'
import type { Walk } from './use-walk'
import styles from './walk-bar.module.css'
import { WalkTrack } from './walk-track'

export function WalkBar() {
  const { turn, walk } = useShown()
  return turn === null || walk === null ? null : <Bar turn={turn} walk={walk} />
}

function Bar({ turn, walk }: { readonly turn: TurnState; readonly walk: Walk }) {
  const { walkTo } = useOpenSession()
  const count = useTurnEvents(turn)
  const { at, words } = walk
  // A button at its end stays in reach of the keyboard: it does nothing more.
  const go = (event: number) => walkTo(turn, Math.max(1, Math.min(event, count)))
  return (
    <fieldset className={styles.bar} aria-label={`Turn ${turn.number}, event by event`} data-testid="walk">
      <div className={styles.steps}>
        <IconButton label="First event" keys="Home" small aria-disabled={at <= 1} onClick={() => go(1)}>
          <ChevronFirst size={15} />
        </IconButton>
        <IconButton label="Event before" keys="←" small aria-disabled={at <= 1} onClick={() => go(at - 1)}>
          <ChevronLeft size={15} />
        </IconButton>
        <PlayButton {...{ turn, at, count }} />
        <IconButton label="Event after" keys="→" small aria-disabled={at >= count} onClick={() => go(at + 1)}>
          <ChevronRight size={15} />
        </IconButton>
        <IconButton label="Last event" keys="End" small aria-disabled={at >= count} onClick={() => go(count)}>
          <ChevronLast size={15} />
        </IconButton>
      </div>
      <WalkTrack turn={turn} at={at} count={count} text={`${words.title} ${words.text}`} onAt={go} />
      <span className={styles.position}>
        {formatCount(at)} / {formatCount(count)}
      </span>
      <p className={styles.words} role="status">
        {words.mark === null ? null : <VerdictGlyph mark={words.mark} size={14} hollow={words.ghost} label="" />}
        <span className={styles.title}>{words.title}</span>
        {words.text === '' ? null : (
          <span className={styles.text}>
            <Inline text={words.text} />
          </span>
        )}
      </p>
      <IconButton label="Show all of the turn" keys="Esc" small onClick={() => walkTo(turn, null)}>
        <X size={15} />
      </IconButton>
    </fieldset>
  )
}

/** As fast as one can read what happens and not what it says. */
const PLAY_EVERY_MS = 160

function PlayButton({ turn, at, count }: { readonly turn: TurnState; readonly at: number; readonly count: number }) {
  const { walkTo } = useOpenSession()
  const [playing, setPlaying] = useState(false)
  const plays = playing && at < count
  useEffect(() => {
    if (!plays) return
    const timer = setTimeout(() => walkTo(turn, at + 1), PLAY_EVERY_MS)
    return () => clearTimeout(timer)
  }, [plays, turn, at, walkTo])
  const toggle = () => {
    if (!plays && at >= count) walkTo(turn, 1)
    setPlaying(!plays)
  }
  return (
    <IconButton label={plays ? 'Pause' : 'Play'} small onClick={toggle}>
      {plays ? <Pause size={14} /> : <Play size={14} />}
    </IconButton>
  )
}
