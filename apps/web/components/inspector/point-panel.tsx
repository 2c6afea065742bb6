'use client'
import { markOfOutcome } from '@belay/canvas'
import type { Attachment, PointId } from '@belay/trace'
import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import type { AnchorRect } from '../../board/board-props'
import { verdictMark } from '../../lib/view/mark'
import { POINT_FACTS } from '../../lib/view/point-facts'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { useNeighbours } from '../menus/hook-menu'
import { StationMenu } from '../menus/station-menu'
import { useSessionView } from '../session/session-context'
import { Button, IconButton } from '../ui/button'
import { Inline } from '../ui/inline'
import { outcomeText } from './outcome-text'
import { Muted, Panel, Section } from './panel'
import styles from './point-panel.module.css'
import { SpokenRow } from './turn-panel'

/** A station: what it decides, who is asked there, and what it came to in this turn. */
export function PointPanel({ point }: { readonly point: PointId }) {
  const facts = POINT_FACTS[point]
  return (
    <Panel
      title={point}
      subtitle="point of the loop"
      tabs={[
        {
          id: 'point',
          label: 'Point',
          body: (
            <>
              <div className={styles.facts}>
                <p>{facts.asked}</p>
                <p>{facts.decides}</p>
                <p className={styles.otherwise}>When nobody decides: {facts.otherwise}</p>
              </div>
              <HooksHere point={point} />
              <InThisTurn point={point} />
            </>
          ),
        },
      ]}
    />
  )
}

function HooksHere({ point }: { readonly point: PointId }) {
  const { state } = useSessionView()
  const [anchor, setAnchor] = useState<AnchorRect | null>(null)
  const hooks = state.composition?.hooks.filter(({ points }) => points.includes(point)) ?? []
  return (
    <Section
      title={hooks.length === 0 ? 'Hooks' : 'Hooks, in asking order'}
      aside={
        <Button small tone="quiet" onClick={(event) => setAnchor(rectOf(event.currentTarget))}>
          <Plus size={14} />
          Attach
        </Button>
      }
    >
      {hooks.length === 0 ? <Muted>No hook is asked here. Attach one to have a say.</Muted> : null}
      <ol className={styles.hooks}>
        {hooks.map((hook) => (
          <HookLine key={hook.id} hook={hook} />
        ))}
      </ol>
      {anchor === null ? null : <StationMenu point={point} anchor={anchor} onClose={() => setAnchor(null)} />}
    </Section>
  )
}

function HookLine({ hook }: { readonly hook: Attachment }) {
  const { select, actions } = useSessionView()
  const { up, down } = useNeighbours(hook)
  return (
    <li className={styles.hook} data-mode={hook.mode}>
      <button type="button" className={styles.name} onClick={() => select({ kind: 'attachment', attachment: hook.id })}>
        {hook.name}
        <span className={styles.mode}>{hook.mode === 'enforce' ? '' : hook.mode}</span>
      </button>
      <IconButton
        label={`Ask ${hook.name} earlier`}
        small
        disabled={up === null}
        onClick={() => actions.change(hook.id, { position: up ?? 0 })}
      >
        <ArrowUp size={14} />
      </IconButton>
      <IconButton
        label={`Ask ${hook.name} later`}
        small
        disabled={down === null}
        onClick={() => actions.change(hook.id, { position: down ?? 0 })}
      >
        <ArrowDown size={14} />
      </IconButton>
    </li>
  )
}

function InThisTurn({ point }: { readonly point: PointId }) {
  const { turn, select } = useSessionView()
  if (turn === null) return null
  const outcomes = turn.outcomes.filter((entry) => entry.point === point)
  const spoken = turn.verdicts.filter((entry) => entry.point === point && verdictMark(entry.verdict) !== 'pass')
  const worst = outcomes.filter(({ outcome }) => markOfOutcome(outcome) !== 'pass')
  return (
    <Section title={`In turn ${turn.number}`}>
      <Muted>
        {outcomes.length === 0
          ? 'It was not asked.'
          : `Asked ${outcomes.length === 1 ? 'once' : `${outcomes.length} times`}; ${worst.length === 0 ? 'nobody objected.' : `${worst.length} of them with something to say.`}`}
      </Muted>
      <ul className={styles.outcomes}>
        {worst.map((entry) => (
          <li key={entry.seq} className={styles.outcome}>
            <VerdictGlyph mark={markOfOutcome(entry.outcome)} size={14} />
            <span>
              <Inline text={outcomeText(entry)} />
            </span>
          </li>
        ))}
      </ul>
      <ul className={styles.spoken}>
        {spoken.map((entry) => (
          <li key={entry.seq}>
            <SpokenRow
              entry={entry}
              mark={verdictMark(entry.verdict)}
              onPick={() => {
                const span = entry.span ?? entry.about
                if (span !== null) select({ kind: 'span', span })
              }}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function rectOf(element: HTMLElement): AnchorRect {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}
