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
  return (
    <div className={styles.panel}>
      <section aria-label="Attached">
        {uses.length === 0 ? (
          <p className={styles.none}>
            It is attached to no session. Attach it here, or drag it onto a station of a rail.
          </p>
        ) : (
          <ul className={styles.uses}>
            {uses.map(({ session, title, attachment, points, mode }) => (
              <li key={attachment} className={styles.use}>
                <Link href={`/s/${session}`} className={styles.session}>
                  {title}
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
      {hook.version === null ? null : <AttachTo hook={hook} params={params} dirty={dirty} />}
    </div>
  )
}

function AttachTo({ hook, params, dirty }: Omit<Props, 'uses'>) {
  const queries = useQueryClient()
  const { data: sessions = [] } = useQuery(sessionsQuery(''))
  const [session, setSession] = useState<string | null>(null)
  const [point, setPoint] = useState<PointId | null>(null)
  const [busy, setBusy] = useState(false)
  const chosen = sessions.find(({ id }) => id === session) ?? sessions[0]
  if (chosen === undefined) return <p className={styles.none}>There is no session yet to attach it to.</p>
  const attach = async (mode: HookMode) => {
    setBusy(true)
    try {
      const at = point === null || !hook.points.includes(point) ? {} : { points: [point] }
      await api.attach(sessionId(chosen.id), { hook: hook.slug, mode, ...at, ...(params === null ? {} : { params }) })
      await queries.invalidateQueries({ queryKey: usesQuery(hook.slug).queryKey })
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
          <Choice {...field} value={chosen.id} onChange={(event) => setSession(event.target.value)}>
            {sessions.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
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
        {dirty ? ' What is not saved yet is not attached.' : ''}
      </p>
      <div className={styles.buttons}>
        <Button small disabled={busy} onClick={() => attach('shadow')}>
          In shadow
        </Button>
        <Button small tone="primary" type="submit" disabled={busy}>
          Attach
        </Button>
      </div>
    </form>
  )
}
