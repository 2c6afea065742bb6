'use client'
/** Beside `hooks.json`: what each matcher and each `if` selects of what is on record, and what of the file is not run. */
import type { CommandCheck, CommandMatches, RecordedCall } from '@belay/api'
import { type SessionId, sessionId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAgo } from '../../lib/format'
import { sessionsQuery } from '../../lib/queries'
import page from '../hooks-editor/hooks-page.module.css'
import { useNow } from '../sessions/use-now'
import { Choice } from '../ui/field'
import type { CommandFacts } from './command-facts'
import styles from './commands.module.css'
import { GroupSelects } from './group-selects'

interface Props extends CommandFacts {
  readonly session: SessionId | null
  readonly onSession: (session: SessionId | null) => void
}

export function MatchesPane({ check, matches, onLine, session, onSession }: Props) {
  const { data: sessions } = useQuery(sessionsQuery(''))
  return (
    <aside className={page.side} data-pane="try" data-end aria-label="What matches">
      <div className={styles.matches}>
        <div className={styles.matchesHead}>
          <h2>What matches</h2>
          <Choice
            aria-label="On record of which session"
            value={session ?? ''}
            onChange={({ target }) => onSession(target.value === '' ? null : sessionId(target.value))}
          >
            <option value="">All sessions</option>
            {sessions?.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Choice>
        </div>
        {matches === null || check === null ? (
          <p className={styles.none}>Reading the record…</p>
        ) : (
          <Groups {...{ check, matches, onLine }} />
        )}
        {check === null ? null : <NotRun notRun={check.notRun} onLine={onLine} />}
      </div>
    </aside>
  )
}

interface Known {
  readonly check: CommandCheck
  readonly matches: CommandMatches
  readonly onLine: (line: number) => void
}

function Groups({ check, matches, onLine }: Known) {
  if (matches.groups.length === 0)
    return (
      <p className={styles.none}>
        {check.readable ? 'No group stands in the file yet.' : 'Nothing, while the file is not JSON.'}
      </p>
    )
  return matches.groups.map((group) => <Group key={group.path} {...{ group, check, matches, onLine }} />)
}

function Group({ group, check, matches, onLine }: Known & { readonly group: CommandMatches['groups'][number] }) {
  const own = check.entries.flatMap((entry) =>
    entry.places.filter(({ path }) => path.startsWith(`${group.path}.`)).map((place) => ({ entry, place })),
  )
  const conditional = own.filter(({ entry }) => entry.condition !== null)
  return (
    <section className={styles.matched} aria-label={`${group.event}, ${group.matcher ?? 'all'}`}>
      <h3>
        {group.event}{' '}
        <code className={styles.rule}>{group.matcher === null || group.matcher === '' ? 'all' : group.matcher}</code>
      </h3>
      <GroupSelects group={group} matches={matches} />
      <Calls calls={callsAt(matches, group, group.calls)} />
      {conditional.map(({ entry, place }) => {
        const found = matches.entries.find(({ path }) => path === place.path)?.calls ?? []
        return (
          <div key={place.path} className={styles.condition}>
            <button type="button" className={styles.link} onClick={() => onLine(place.line)}>
              line {place.line}
            </button>{' '}
            <code className={styles.rule}>{entry.condition}</code>
            <span>{found.length === 0 ? 'holds for none of them' : `holds for ${found.length}`}</span>
            <Calls calls={callsAt(matches, group, found)} />
          </div>
        )
      })}
    </section>
  )
}

function callsAt(
  { recorded }: CommandMatches,
  { event }: CommandMatches['groups'][number],
  places: readonly number[],
): readonly RecordedCall[] {
  return places.flatMap((at) => recorded[event]?.[at] ?? [])
}

/** At first so many are in sight, and so many more each time. */
const SOME = 5

function Calls({ calls }: { readonly calls: readonly RecordedCall[] }) {
  const [most, setMost] = useState(SOME)
  const nowMs = useNow(30_000)
  const more = calls.length - most
  if (calls.length === 0) return null
  return (
    <ul className={styles.calls}>
      {calls.slice(0, most).map(({ session, about, at, subject, value, title, turnNumber }) => (
        <li key={`${session} ${about} ${at} ${subject}`}>
          <span className={styles.subject}>{subject === '' ? value : subject}</span>
          <span className={styles.of}>
            {turnNumber === null ? '' : `turn ${turnNumber} · `}
            {formatAgo(at, nowMs)} · {title}
          </span>
        </li>
      ))}
      {more > 0 ? (
        <li>
          <button type="button" className={styles.link} onClick={() => setMost(most + 50)}>
            {more} more
          </button>
        </li>
      ) : null}
    </ul>
  )
}

function NotRun({
  notRun,
  onLine,
}: {
  readonly notRun: CommandCheck['notRun']
  readonly onLine: (line: number) => void
}) {
  if (notRun.length === 0) return null
  return (
    <section className={styles.matched} aria-label="Not run here">
      <h3>Not run here</h3>
      <ul className={styles.calls}>
        {notRun.map(({ event, type, place }) => (
          <li key={place.path}>
            <span className={styles.subject}>
              {event}: <code>{type}</code>
            </span>
            <button type="button" className={styles.link} onClick={() => onLine(place.line)}>
              line {place.line}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
