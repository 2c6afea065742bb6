'use client'
/** Beside `hooks.json`: what each matcher and each `if` selects of what is on record, and what of the file is not run. */
import type { CommandCheck, CommandMatches, RecordedCall } from '@belay/api'
import { type SessionId, sessionId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionsQuery } from '../../lib/queries'
import { showControls } from '../../lib/view/control-text'
import page from '../hooks-editor/hooks-page.module.css'
import { Controls } from '../ui/controls'
import { Choice } from '../ui/field'
import type { CommandFacts } from './command-facts'
import styles from './commands.module.css'
import { keyOfCall } from './fire-command'
import { FiredCall } from './fired-call'
import { GroupSelects } from './group-selects'

interface Props extends CommandFacts {
  /** The text is what the file holds. */
  readonly saved: boolean
  readonly session: SessionId | null
  readonly onSession: (session: SessionId | null) => void
}

export function MatchesPane({ check, matches, saved, onLine, session, onSession }: Props) {
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
          <Groups {...{ check, matches, saved, onLine }} />
        )}
        {check === null ? null : <NotRun notRun={check.notRun} onLine={onLine} />}
      </div>
    </aside>
  )
}

interface Known {
  readonly check: CommandCheck
  readonly matches: CommandMatches
  /** What is fired is what is saved. */
  readonly saved: boolean
  readonly onLine: (line: number) => void
}

function Groups({ check, matches, saved, onLine }: Known) {
  if (matches.groups.length === 0)
    return (
      <p className={styles.none}>
        {check.readable ? 'No group stands in the file yet.' : 'Nothing, while the file is not JSON.'}
      </p>
    )
  return matches.groups.map((group) => <Group key={group.path} {...{ group, check, matches, saved, onLine }} />)
}

type GroupFacts = CommandMatches['groups'][number]

function Group({ group, check, matches, saved, onLine }: Known & { readonly group: GroupFacts }) {
  const own = check.entries.flatMap((entry) =>
    entry.places.filter(({ path }) => path.startsWith(`${group.path}.`)).map((place) => ({ entry, place })),
  )
  return (
    <section className={styles.matched} aria-label={`${group.event}, ${group.matcher ?? 'all'}`}>
      <h3>
        {group.event}{' '}
        <code className={styles.rule}>
          <Controls text={group.matcher === null || group.matcher === '' ? 'all' : group.matcher} />
        </code>
      </h3>
      {group.folder === null ? null : (
        <p className={styles.of}>
          Only in sessions of <Controls text={group.folder} />
        </p>
      )}
      <GroupSelects group={group} matches={matches} />
      {own.map(({ entry, place }, at) => (
        <EntryCalls
          key={place.path}
          {...{ entry, saved, onLine }}
          line={place.line}
          first={at === 0}
          calls={callsAt(matches, group, matches.entries.find(({ path }) => path === place.path)?.calls ?? [])}
        />
      ))}
    </section>
  )
}

function callsAt(
  { recorded }: CommandMatches,
  { event }: GroupFacts,
  places: readonly number[],
): readonly RecordedCall[] {
  return places.flatMap((at) => recorded[event]?.[at] ?? [])
}

interface EntryProps {
  readonly entry: CommandCheck['entries'][number]
  readonly line: number
  readonly calls: readonly RecordedCall[]
  readonly saved: boolean
  readonly first: boolean
  readonly onLine: (line: number) => void
}

/** Its calls are folded for all but the first of a group: mostly they are the same. */
function EntryCalls({ entry, line, calls, saved, first, onLine }: EntryProps) {
  const [open, setOpen] = useState(first)
  return (
    <div className={styles.entryCalls}>
      <p className={styles.entryLine}>
        <button type="button" className={styles.link} onClick={() => onLine(line)}>
          line {line}
        </button>
        <code title={showControls(whatOf(entry))}>
          <Controls text={whatOf(entry)} />
        </code>
        {calls.length === 0 ? null : (
          <button type="button" className={styles.link} aria-expanded={open} onClick={() => setOpen(!open)}>
            {calls.length} {calls.length === 1 ? 'call' : 'calls'}
          </button>
        )}
      </p>
      {entry.condition === null ? null : (
        <p className={styles.condition}>
          if{' '}
          <code className={styles.rule}>
            <Controls text={entry.condition} />
          </code>
          <span>{calls.length === 0 ? 'holds for none of them' : `holds for ${calls.length}`}</span>
        </p>
      )}
      {open ? <Calls entry={entry} calls={calls} saved={saved} /> : null}
    </div>
  )
}

function whatOf(entry: EntryProps['entry']): string {
  return entry.type === 'http' ? entry.url : entry.line
}

/** At first so many are in sight, and so many more each time. */
const SOME = 5

function Calls({ entry, calls, saved }: Pick<EntryProps, 'entry' | 'calls' | 'saved'>) {
  const [most, setMost] = useState(SOME)
  const more = calls.length - most
  if (calls.length === 0) return null
  return (
    <ul className={styles.calls}>
      {calls.slice(0, most).map((call) => (
        <FiredCall key={keyOfCall(call)} {...{ entry, call, saved }} />
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
