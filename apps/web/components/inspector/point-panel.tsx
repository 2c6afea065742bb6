'use client'
import { isBrought, markOfOutcome } from '@belay/canvas'
import { ATTR, type Attachment, type OutcomeEntry, type PointId, type Span } from '@belay/trace'
import { ArrowDown, ArrowUp, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { AnchorRect } from '../../board/board-props'
import { outcomeText } from '../../lib/view/outcome-text'
import { POINT_FACTS } from '../../lib/view/point-facts'
import { useHookLabel, useNeighbours } from '../menus/hook-menu'
import { StationMenu } from '../menus/station-menu'
import { useOpenSession, useShown, useTurnEvents } from '../session/session-context'
import { Button, IconButton } from '../ui/button'
import { Muted, Panel, Section } from './panel'
import styles from './point-panel.module.css'
import { LineButton } from './turn-panel'
import { useWhy } from './use-why'
import { WhyPoint } from './why-point'

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
  const { composition, past, walk } = useShown()
  const [anchor, setAnchor] = useState<AnchorRect | null>(null)
  const hooks = composition?.hooks.filter(({ points }) => points.includes(point)) ?? []
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
          <HookLine key={hook.id} hook={hook} fixed={past || walk !== null} />
        ))}
      </ol>
      {anchor === null ? null : <StationMenu point={point} anchor={anchor} onClose={() => setAnchor(null)} />}
    </Section>
  )
}

function HookLine({ hook, fixed }: { readonly hook: Attachment; readonly fixed: boolean }) {
  const { select, actions } = useOpenSession()
  const { up, down } = useNeighbours(hook)
  const label = useHookLabel(hook)
  return (
    <li className={styles.hook} data-mode={hook.mode}>
      <button type="button" className={styles.name} onClick={() => select({ kind: 'attachment', attachment: hook.id })}>
        {label}
        <span className={styles.mode}>{asideOf(hook)}</span>
      </button>
      <IconButton
        label={`Ask ${label} earlier`}
        small
        disabled={fixed || up === null}
        onClick={() => actions.change(hook.id, { position: up ?? 0 })}
      >
        <ArrowUp size={14} />
      </IconButton>
      <IconButton
        label={`Ask ${label} later`}
        small
        disabled={fixed || down === null}
        onClick={() => actions.change(hook.id, { position: down ?? 0 })}
      >
        <ArrowDown size={14} />
      </IconButton>
    </li>
  )
}

/** Whose it is where no person attached it, and its mode where it does not enforce. */
function asideOf(hook: Attachment): string {
  const words = [isBrought(hook) ? hook.source : '', hook.mode === 'enforce' ? '' : hook.mode]
  return words.filter((word) => word !== '').join(' · ')
}

function InThisTurn({ point }: { readonly point: PointId }) {
  const { turn: whole, walk } = useShown()
  useTurnEvents(whole)
  const turn = walk?.turn ?? whole
  if (turn === null) return null
  const outcomes = turn.outcomes.filter((entry) => entry.point === point)
  const spoken = outcomes.filter(({ outcome }) => markOfOutcome(outcome) !== 'pass')
  return (
    <Section title={`In turn ${turn.number}`}>
      <Muted>{askedText(outcomes.length, spoken.length)}</Muted>
      <ul className={styles.outcomes}>
        {spoken.map((entry) => (
          <li key={entry.seq}>
            <OutcomeLine entry={entry} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What it came to about one thing; unfolded, who was asked there and what each made of it. */
function OutcomeLine({ entry }: { readonly entry: OutcomeEntry }) {
  const { state, select } = useOpenSession()
  const [open, setOpen] = useState(false)
  const about = entry.about === null ? undefined : state.spans.get(entry.about)
  const title = about === undefined ? entry.point : nameOf(about)
  return (
    <>
      <div className={styles.outcome}>
        <LineButton
          mark={markOfOutcome(entry.outcome)}
          title={title}
          aside={String(about?.attributes[ATTR.toolSubject] ?? '')}
          text={outcomeText(entry)}
          onPick={() => (entry.about === null ? null : select({ kind: 'span', span: entry.about }))}
        />
        {about === undefined ? null : (
          <IconButton
            label={`Who was asked about ${title}`}
            small
            aria-expanded={open}
            className={styles.fold}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight size={14} />
          </IconButton>
        )}
      </div>
      {open && about !== undefined ? <Asking entry={entry} about={about} /> : null}
    </>
  )
}

function Asking({ entry, about }: { readonly entry: OutcomeEntry; readonly about: Span }) {
  const { why, trouble } = useWhy(about)
  if (why === null) return <Muted>{trouble ?? 'Reading…'}</Muted>
  const chain = why.points.find(({ point, at }) => point === entry.point && at === entry.at)
  if (chain === undefined) return <Muted>Nothing more is on record about this.</Muted>
  return (
    <ol className={styles.asking}>
      <WhyPoint chain={chain} selected={null} headed={false} />
    </ol>
  )
}

function nameOf(span: Span): string {
  if (span.kind === 'step') return `step ${span.attributes[ATTR.step] ?? span.name}`
  return span.kind === 'turn' ? 'the turn' : span.name
}

function askedText(asked: number, spoken: number): string {
  if (asked === 0) return 'It was not asked.'
  return `Asked ${asked === 1 ? 'once' : `${asked} times`}${spoken === 0 ? ', and nobody objected.' : asked === 1 ? '.' : `, ${spoken} with something to say.`}`
}

export function rectOf(element: HTMLElement): AnchorRect {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, width, height }
}
