'use client'
/** Where a hook is attached now, and the way to attach it to one session more. */
import type { HookUse } from '@belay/api'
import { type HookMode, type JsonObject, type PointId, sessionId } from '@belay/trace'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { api, type LibraryHook } from '../../lib/api'
import { sayError } from '../../lib/errors'
import { sessionsQuery } from '../../lib/queries'
import { Button } from '../ui/button'
import { Choice, Field } from '../ui/field'
import { type AttachOption, attachOptions, attachTarget } from './attach-choice'
import { usesQuery } from './hooks-api'
import styles from './uses-panel.module.css'

interface Props {
  readonly hook: LibraryHook
  readonly uses: readonly HookUse[]
  /** The parameters that it is tried with; null: its defaults. */
  readonly params: JsonObject | null
  /** What was written is not what would be attached. */
  readonly dirty: boolean
}

export function UsesPanel({ hook, uses, params, dirty }: Props) {
  const { data: sessions = [] } = useQuery(sessionsQuery(''))
  const options = attachOptions(sessions, uses)
  const labels = new Map<string, string>(options.map(({ id, label }) => [id, label]))
  const nth = placesOf(uses)
  return (
    <div className={styles.panel}>
      <section aria-label="Attached">
        {uses.length === 0 ? (
          <p className={styles.none}>
            It is attached to no session. Attach it here, or drag it onto a station of a rail.
          </p>
        ) : (
          <ul className={styles.uses}>
            {uses.map(({ session, title, attachment, points, mode }, at) => (
              <li key={attachment} className={styles.use}>
                <Link href={`/s/${session}`} className={styles.session}>
                  {labels.get(session) ?? title}
                  {nth[at] === null ? null : <span className={styles.nth}> {nth[at]}</span>}
                </Link>
                <span className={styles.at}>
                  {points.join(', ')}
                  {mode === 'enforce' ? '' : ` · ${mode}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {hook.version === null ? null : <AttachTo {...{ hook, params, dirty, options }} />}
    </div>
  )
}

/** `1st of 2` where a session has it more than once. */
function placesOf(uses: readonly HookUse[]): readonly (string | null)[] {
  return uses.map(({ session }, at) => {
    const same = uses.filter((use) => use.session === session)
    if (same.length < 2) return null
    return `(${uses.slice(0, at).filter((use) => use.session === session).length + 1} of ${same.length})`
  })
}

type AttachProps = Omit<Props, 'uses'> & { readonly options: readonly AttachOption[] }

function AttachTo({ hook, params, dirty, options }: AttachProps) {
  const queries = useQueryClient()
  const [session, setSession] = useState<string | null>(null)
  const [point, setPoint] = useState<PointId | null>(null)
  const [busy, setBusy] = useState(false)
  const chosen = attachTarget(options, session)
  if (options.length === 0) return <p className={styles.none}>There is no session yet to attach it to.</p>
  const attach = async (mode: HookMode) => {
    if (chosen === null) return
    setBusy(true)
    try {
      const at = point === null || !hook.points.includes(point) ? {} : { points: [point] }
      await api.attach(sessionId(chosen.id), { hook: hook.slug, mode, ...at, ...(params === null ? {} : { params }) })
      await queries.invalidateQueries({ queryKey: usesQuery(hook.slug).queryKey })
      // The next one is another session's, unless they choose this one again.
      setSession(null)
    } catch (error) {
      sayError(error)
    }
    setBusy(false)
  }
  return (
    <form
      className={styles.attach}
      aria-label="Attach to a session"
      onSubmit={(event) => {
        event.preventDefault()
        void attach('enforce')
      }}
    >
      <Field label="Attach to">
        {(field) => (
          <Choice {...field} value={chosen?.id ?? ''} onChange={(event) => setSession(event.target.value)}>
            {chosen === null ? (
              <option value="" disabled>
                All sessions have it: choose one
              </option>
            ) : null}
            {options.map(({ id, label, has }) => (
              <option key={id} value={id}>
                {has ? `${label} (has it)` : label}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      {hook.points.length < 2 || hook.together === true ? null : (
        <Field label="At">
          {(field) => (
            <Choice
              {...field}
              value={point ?? ''}
              onChange={(event) => setPoint(hook.points.find((one) => one === event.target.value) ?? null)}
            >
              <option value="">all of its points</option>
              {hook.points.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Choice>
          )}
        </Field>
      )}
      <p className={styles.note}>
        {params === null ? 'With its default parameters.' : 'With the parameters that it was tried with.'}
        {chosen?.has === true ? ' That session has it already: it would be asked twice.' : ''}
        {dirty ? ' What is not saved yet is not attached.' : ''}
      </p>
      <div className={styles.buttons}>
        <Button small disabled={busy || chosen === null} onClick={() => attach('shadow')}>
          In shadow
        </Button>
        <Button small tone="primary" type="submit" disabled={busy || chosen === null}>
          {chosen?.has === true ? 'Attach once more' : 'Attach'}
        </Button>
      </div>
    </form>
  )
}
