'use client'
/** Which event a hook is fired on: one off the record, of any session or of one, or one that is written by hand. */
import type { RecordedEvent } from '@belay/api'
import { type PointId, type SessionId, sessionId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatAgo } from '../../lib/format'
import { sessionsQuery } from '../../lib/queries'
import { useNow } from '../sessions/use-now'
import { Choice, TextArea, TextInput } from '../ui/field'
import { Segments } from '../ui/segments'
import { type Chosen, findEvents, keyOf } from './fired-event'
import { sampleText } from './sample-events'
import styles from './try-it.module.css'

interface Props {
  readonly point: PointId
  /** Which tools the hook is asked about; null: all. */
  readonly matcher: string | null
  readonly recorded: readonly RecordedEvent[] | undefined
  readonly chosen: Chosen | null
  readonly onChosen: (chosen: Chosen) => void
  readonly session: SessionId | null
  readonly onSession: (session: SessionId | null) => void
  /** What is wrong with what is written. */
  readonly problem: string | null
}

export function EventChoice(props: Props) {
  const { point, matcher, recorded, chosen, onChosen } = props
  const first = recorded?.find(({ matched }) => matched !== false) ?? recorded?.[0]
  const onKind = (kind: string) => {
    if (kind === 'written') onChosen({ kind: 'written', text: textToBeginWith(props) })
    else if (first !== undefined) onChosen({ kind: 'recorded', key: keyOf(first) })
  }
  return (
    <div className={styles.events}>
      <Segments
        label="Where the event comes from"
        value={chosen?.kind ?? 'recorded'}
        options={[
          { value: 'recorded', label: 'On record' },
          { value: 'written', label: 'By hand' },
        ]}
        onValue={onKind}
      />
      {matcher === null ? null : (
        <p className={styles.wants}>
          It is asked about <code>{matcher}</code> only.
        </p>
      )}
      {chosen?.kind === 'written' ? <Written key={point} {...props} text={chosen.text} /> : <Recorded {...props} />}
    </div>
  )
}

/** The one that was chosen, to be changed; else one of the kind. */
function textToBeginWith({ point, matcher, recorded, chosen }: Props): string {
  const from = chosen?.kind === 'recorded' ? recorded?.find((event) => keyOf(event) === chosen.key) : undefined
  return from === undefined ? sampleText(point, matcher) : JSON.stringify(from.event, null, 2)
}

function Written({ text, problem, onChosen }: Props & { readonly text: string }) {
  const id = useId()
  return (
    <div>
      <TextArea
        code
        rows={8}
        aria-label="Event as JSON"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        value={text}
        onChange={(event) => onChosen({ kind: 'written', text: event.target.value })}
      />
      {problem === null ? null : (
        <p id={id} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function Recorded({ point, recorded, chosen, onChosen, session, onSession }: Props) {
  const [search, setSearch] = useState('')
  const { data: sessions } = useQuery(sessionsQuery(''))
  const name = useId()
  const nowMs = useNow(30_000)
  const found = findEvents(recorded ?? [], search)
  return (
    <>
      <div className={styles.filters}>
        <TextInput
          placeholder="Search events"
          aria-label="Search events"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Choice
          aria-label="Of which session"
          value={session ?? ''}
          onChange={(event) => onSession(event.target.value === '' ? null : sessionId(event.target.value))}
        >
          <option value="">All sessions</option>
          {sessions?.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Choice>
      </div>
      <div className={styles.list} role="radiogroup" aria-label={`Events at ${point}`}>
        {found.map((event) => {
          const key = keyOf(event)
          return (
            <label key={key} className={styles.event} data-matched={event.matched !== false}>
              <input
                type="radio"
                name={name}
                className="visually-hidden"
                checked={chosen?.kind === 'recorded' && chosen.key === key}
                onChange={() => onChosen({ kind: 'recorded', key })}
              />
              <span className={styles.subject}>{event.subject === '' ? point : event.subject}</span>
              <span className={styles.of}>{ofText(event, formatAgo(event.at, nowMs))}</span>
            </label>
          )
        })}
        {found.length > 0 ? null : <p className={styles.none}>{noneText(recorded, search, point)}</p>}
      </div>
    </>
  )
}

/** What may be cut off stands last. */
function ofText({ decision, turnNumber, title, matched }: RecordedEvent, ago: string): string {
  const parts = [
    matched === false ? 'not asked' : null,
    decision,
    turnNumber === null ? null : `turn ${turnNumber}`,
    ago,
    title,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

function noneText(recorded: readonly RecordedEvent[] | undefined, search: string, point: PointId): string {
  if (recorded === undefined) return 'Reading the record…'
  if (search !== '') return 'No event matches.'
  return `No turn has come to ${point} yet. Write an event by hand, or send a message in a session.`
}
