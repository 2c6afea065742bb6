'use client'
/** A hook tried beside its code: point, event and parameters are chosen, and it is fired whenever one of them or the code changes. */
import type { JsonObject, PointId, SessionId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { useSchemaDraft } from '../../lib/use-schema-draft'
import { readDraft } from '../../lib/view/schema-reading'
import { SchemaForm } from '../menus/schema-form'
import { Choice } from '../ui/field'
import { EventChoice } from './event-choice'
import { type Chosen, eventOf, firstOf } from './fired-event'
import { FiredResult } from './fired-result'
import { recordedQuery } from './hooks-api'
import styles from './try-it.module.css'
import { type Fireable, useFired } from './use-fired'

interface Props {
  /** Null while its text does not load: what is wrong is then the answer. */
  readonly hook: LibraryHook | null
  readonly what: Fireable
  readonly session: SessionId | null
  readonly onSession: (session: SessionId | null) => void
  readonly onLine: (line: number) => void
  /** Hears the parameters that it is tried with. */
  readonly onParams: (params: JsonObject) => void
}

/** While it does not load the last known facts of it stay, so that the form does not come and go. */
export function TryIt(props: Props) {
  const [known, setKnown] = useState(props.hook)
  if (props.hook !== null && props.hook !== known) setKnown(props.hook)
  const hook = props.hook ?? known
  const [wanted, setWanted] = useState<PointId | null>(null)
  const points = hook?.points ?? []
  const point = wanted !== null && points.includes(wanted) ? wanted : (points[0] ?? null)
  if (hook === null || point === null) return <Unknown />
  return (
    <div className={styles.try}>
      <div className={styles.row}>
        <label className={styles.label} htmlFor="try-point">
          At
        </label>
        <Choice
          id="try-point"
          value={point}
          onChange={(event) => setWanted(points.find((one) => one === event.target.value) ?? null)}
        >
          {points.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Choice>
      </div>
      <TryAt key={JSON.stringify([point, hook.paramsSchema])} {...props} hook={hook} point={point} />
    </div>
  )
}

function Unknown() {
  return (
    <p className={styles.none}>
      It has not loaded yet, so nobody knows where it stands. What is wrong is told below the code.
    </p>
  )
}

function TryAt({
  hook,
  point,
  what,
  session,
  onSession,
  onLine,
  onParams,
}: Props & { hook: LibraryHook; point: PointId }) {
  const matcher = point === 'tools.before' || point === 'tools.after' ? wantedOf(hook.matcher) : null
  const { data: recorded } = useQuery(recordedQuery(point, session, matcher))
  const [picked, setPicked] = useState<Chosen | null>(null)
  const chosen = picked ?? firstOf(recorded, point, matcher)
  const { fire, problem } = eventOf(chosen, recorded ?? [])
  const form = useSchemaDraft(hook.paramsSchema, hook.defaults)
  const reading = readDraft(form.fields, form.draft)
  const params = reading.ok ? reading.value : null
  const { fired, busy, trouble } = useFired(fire === null || params === null ? null : { what, point, params, on: fire })
  return (
    <>
      <section className={styles.result} aria-label="Result" aria-live="polite" aria-busy={busy}>
        {fired === null ? (
          <p className={styles.none}>
            {waitingText({ trouble, problem, noEvent: fire === null, misfit: params === null })}
          </p>
        ) : (
          <FiredResult fired={fired} matcher={matcher} onLine={onLine} />
        )}
        {fired !== null && trouble !== null ? <p className={styles.problem}>{trouble}</p> : null}
      </section>
      <section aria-label="Event">
        <h3 className={styles.title}>On an event</h3>
        <EventChoice {...{ point, matcher, recorded, chosen, problem, session, onSession }} onChosen={setPicked} />
      </section>
      {form.fields.length === 0 ? null : (
        <section aria-label="Parameters">
          <h3 className={styles.title}>With parameters</h3>
          <SchemaForm
            fields={form.fields}
            draft={form.draft}
            errors={form.errors}
            onDraft={(draft) => {
              form.setDraft(draft)
              const next = readDraft(form.fields, draft)
              if (next.ok) onParams(next.value)
            }}
          />
        </section>
      )}
    </>
  )
}

/** Null where all tools are. */
function wantedOf(matcher: string | null | undefined): string | null {
  return matcher == null || matcher === '' || matcher === '*' ? null : matcher
}

interface Waiting {
  readonly trouble: string | null
  readonly problem: string | null
  readonly noEvent: boolean
  readonly misfit: boolean
}

function waitingText({ trouble, problem, noEvent, misfit }: Waiting): string {
  if (trouble !== null) return trouble
  if (problem !== null) return 'The event below is not one yet.'
  if (misfit) return 'The parameters below do not fit yet.'
  return noEvent ? 'Choose an event below.' : 'Asking it…'
}
