'use client'
import type { Mark } from '@belay/canvas'
import type { SessionId } from '@belay/trace'
import { memo } from 'react'
import type { SessionSummary } from '../../lib/api'
import { formatAgo, formatCount, formatFull, formatShort, plural, shortenPath } from '../../lib/format'
import { TURN_STATUS } from '../../lib/view/sentences'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { Checkbox } from '../ui/field'
import { Inline } from '../ui/inline'
import type { Pick } from './picking'
import { RowTools } from './row-menu'
import { RowName } from './row-name'
import styles from './session-row.module.css'
import { type Place, timeOf } from './shelf-order'
import type { Shelf } from './shelf-view'
import { StateSign } from './state-sign'

/** What can be done from a row. The same object for the life of the list. */
export interface RowActions {
  readonly pick: (id: SessionId, how: Pick) => void
  readonly startRename: (id: SessionId) => void
  readonly finishRename: (session: SessionSummary, title: string | null) => void
  readonly pin: (session: SessionSummary) => void
  readonly archive: (session: SessionSummary) => void
  readonly remove: (session: SessionSummary) => void
  readonly restore: (session: SessionSummary) => void
  readonly purge: (session: SessionSummary) => void
  readonly fork: (session: SessionSummary) => void
  readonly runTour: () => void
  /** A menu is open: nothing may move. */
  readonly menu: (open: boolean) => void
}

interface Props {
  readonly place: Place
  readonly shelf: Shelf
  readonly nowMs: number
  readonly picked: boolean
  /** It is the one that the arrow keys stand at. */
  readonly active: boolean
  readonly renaming: boolean
  readonly actions: RowActions
}

export const SessionRow = memo(function SessionRow({ place, shelf, nowMs, picked, active, renaming, actions }: Props) {
  const { session, gone } = place
  const { id, title, workspace, model, status, turns, hooks, lastRefusal } = session
  return (
    <div
      className={styles.row}
      data-session={id}
      data-shelf={shelf}
      data-status={status}
      data-gone={gone}
      data-picked={picked}
      data-active={active}
    >
      <div className={styles.lead}>
        <span className={styles.sign}>
          <StateSign status={status} />
        </span>
        <span className={styles.check}>
          <Checkbox checked={picked} label={`Select ${title}`} skipped onChange={() => actions.pick(id, 'toggle')} />
        </span>
      </div>
      <RowName session={session} active={active} renaming={renaming} actions={actions} />
      <p className={styles.place}>
        <span className={styles.workspace} title={workspace}>
          {shortenPath(workspace)}
        </span>
        <span className={styles.model}>{model}</span>
      </p>
      <Counts session={session} />
      <p className={styles.figures}>
        <span className={styles.status}>{gone ? 'not here any more' : TURN_STATUS[status]}</span>
        <span className={styles.size}>
          {plural(turns, 'turn')} · {plural(hooks, 'hook')}
        </span>
      </p>
      <Times session={session} shelf={shelf} nowMs={nowMs} />
      {gone ? <span /> : <RowTools session={session} shelf={shelf} actions={actions} />}
      {lastRefusal === null ? null : (
        <p className={styles.refusal} title={lastRefusal}>
          <VerdictGlyph mark="block" size={12} label="last refusal" />
          <q>
            <Inline text={lastRefusal} />
          </q>
        </p>
      )}
    </div>
  )
})

interface TimesProps {
  readonly session: SessionSummary
  readonly shelf: Shelf
  readonly nowMs: number
}

function Times({ session, shelf, nowMs }: TimesProps) {
  const at = timeOf(session, shelf)
  const { tokens } = session
  return (
    <p className={styles.times}>
      <time dateTime={new Date(at).toISOString()} title={formatFull(at)}>
        {formatAgo(at, nowMs)}
      </time>
      <span className={styles.size} title={tokens === null ? undefined : `${formatCount(tokens)} tokens`}>
        {tokens === null ? '' : `${formatShort(tokens)} tok`}
      </span>
    </p>
  )
}

/** Each kind has a place of its own, so that the eye can go down a column. */
function Counts({ session: { counts } }: { readonly session: SessionSummary }) {
  return (
    <p className={styles.counts}>
      <Count mark="pass" count={counts.asked} word="asked" />
      <Count mark="block" count={counts.blocked} word="refused" />
      <Count mark="rewrite" count={counts.rewritten} word="rewritten" />
      <Count mark="failed" count={counts.failed} word="failed" />
    </p>
  )
}

function Count({ mark, count, word }: { readonly mark: Mark; readonly count: number; readonly word: string }) {
  if (count === 0) return <span className={styles.count} />
  return (
    <span className={styles.count} data-mark={mark} title={`${formatCount(count)} ${word}`}>
      <VerdictGlyph mark={mark} size={13} label={word} />
      {formatShort(count)}
    </span>
  )
}
