'use client'
import { formatDuration } from '@belay/canvas'
import type { TurnState } from '@belay/trace'
import { ChevronDown, ChevronLeft, ChevronRight, History, StepForward } from 'lucide-react'
import { firstLine } from '../../lib/format'
import { turnMark } from '../../lib/view/mark'
import { differencesText } from '../../lib/view/past'
import { TURN_STATUS } from '../../lib/view/sentences'
import { turnDurationMs } from '../../lib/view/turn-figures'
import { useActions } from '../actions/use-actions'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { TraceButton } from '../trace-table/trace-button'
import { IconButton } from '../ui/button'
import { Menu, MenuContent, MenuRadio, MenuRadioGroup, MenuTrigger } from '../ui/menu'
import { Tip } from '../ui/tip'
import { useFolded, useOpenSession, useShown, useTurnEvents } from './session-context'
import styles from './turn-head.module.css'

/** Which turn is shown, and the way to the others. */
export function TurnHead() {
  const { state, showTurn } = useOpenSession()
  const { turn, walk } = useShown()
  useTurnEvents(turn)
  useFolded(({ turns }) => turns.length)
  const at = turn === null ? -1 : state.turns.indexOf(turn)
  const step = (by: -1 | 1) => {
    const next = state.turns[at + by]
    if (next !== undefined) showTurn(next.number)
  }
  useTurnActions(step, { at, of: state.turns.length })
  if (turn === null) return <p className={styles.none}>No turn yet</p>
  return (
    <div className={styles.head}>
      <TurnSelect />
      <IconButton label="Turn before" keys="[" small aria-disabled={at <= 0} onClick={() => step(-1)}>
        <ChevronLeft size={16} />
      </IconButton>
      <IconButton
        label="Turn after"
        keys="]"
        small
        aria-disabled={at >= state.turns.length - 1}
        onClick={() => step(1)}
      >
        <ChevronRight size={16} />
      </IconButton>
      <WalkButton turn={turn} />
      <TraceButton />
      <Status turn={walk?.turn ?? turn} />
      <ChangedSince />
    </div>
  )
}

/** As it is, or as it was where somebody walks through the turn. */
function Status({ turn }: { readonly turn: TurnState }) {
  const { state } = useOpenSession()
  const tookMs = turnDurationMs(state, turn)
  return (
    <>
      <span className={styles.status} data-status={turn.status}>
        {TURN_STATUS[turn.status]}
        {tookMs === null ? '' : ` · ${formatDuration(tookMs)}`}
      </span>
      {turn.reason === null ? null : <span className={styles.reason}>{firstLine(turn.reason)}</span>}
    </>
  )
}

function WalkButton({ turn }: { readonly turn: TurnState }) {
  const { walkTo } = useOpenSession()
  const { walk } = useShown()
  if (walk !== null) return null
  return (
    <IconButton label="Walk through it, event by event" keys="→" small onClick={() => walkTo(turn, 1)}>
      <StepForward size={15} />
    </IconButton>
  )
}

/** Where the page goes along with the newest turn it shows the hooks of now: this is the way to those that ruled it. */
function ChangedSince() {
  const { showThen } = useOpenSession()
  const { since, past } = useShown()
  if (since === null || past) return null
  return (
    <Tip text={`Since turn ${since.turn} began: ${differencesText(since.differences)}. Shows the hooks that ruled it.`}>
      <button type="button" className={styles.since} onClick={() => showThen(since.turn)}>
        <History size={13} aria-hidden />
        <span>hooks changed since</span>
      </button>
    </Tip>
  )
}

function TurnSelect() {
  const { state, showTurn } = useOpenSession()
  const { turn } = useShown()
  if (turn === null) return null
  return (
    <Menu>
      <MenuTrigger className={styles.select} aria-label={`Turn ${turn.number} of ${state.turns.length}`}>
        Turn {turn.number}
        <ChevronDown size={14} className={styles.arrow} />
      </MenuTrigger>
      <MenuContent label="Turns" width={360}>
        <MenuRadioGroup value={String(turn.number)} onValueChange={(value) => showTurn(Number(value))}>
          {state.turns.toReversed().map((each) => (
            <MenuRadio key={each.id} value={String(each.number)}>
              <span className={styles.option}>
                <span className={styles.number}>{each.number}</span>
                <span className={styles.prompt}>{promptOf(state.spans, each)}</span>
                <VerdictGlyph mark={turnMark(each.status)} size={13} label={TURN_STATUS[each.status]} />
              </span>
            </MenuRadio>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}

function promptOf(
  spans: ReadonlyMap<string, { readonly kind: string; readonly name: string }>,
  turn: TurnState,
): string {
  const span = turn.spans.map((id) => spans.get(id)).find((each) => each?.kind === 'turn')
  return firstLine(span?.name ?? '', 80)
}

function useTurnActions(step: (by: -1 | 1) => void, { at, of }: { readonly at: number; readonly of: number }): void {
  useActions([
    {
      ...{ id: 'turn.before', title: 'Show the turn before', group: 'Turn', keys: ['['], heard: 'page', repeats: true },
      unavailable: () => (at > 0 ? null : 'There is no turn before'),
      run: () => step(-1),
    },
    {
      ...{ id: 'turn.after', title: 'Show the turn after', group: 'Turn', keys: [']'], heard: 'page', repeats: true },
      unavailable: () => (at < of - 1 ? null : 'There is no turn after'),
      run: () => step(1),
    },
  ])
}
