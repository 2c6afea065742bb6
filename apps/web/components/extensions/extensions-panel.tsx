'use client'
/** The extensions of the session: what each brings, and a switch that says what it costs before it does anything. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../lib/errors'
import { extensionsQuery } from '../../lib/queries'
import { useFolded, useOpenSession } from '../session/session-context'
import { ExtensionRow } from './extension-row'
import styles from './extensions.module.css'
import { TrustLine } from './trust'

/** While a turn runs nothing in the list takes the focus, and it scrolls. */
const SCROLLED = { tabIndex: 0 }

export function ExtensionsPanel() {
  const { id } = useOpenSession()
  const hash = useFolded(({ composition }) => composition?.hash ?? '')
  const runs = useFolded(({ live }) => live !== null)
  const { data, error } = useQuery(extensionsQuery(id, hash))
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>Extensions</h2>
        <p className={styles.lead}>
          {runs
            ? 'A turn is running: extensions are switched between turns.'
            : 'Everything that this session can do comes from these.'}
        </p>
      </div>
      <TrustLine />
      {error === null ? null : (
        <p className={styles.trouble} role="alert">
          They could not be read: {sentenceOf(error)}
        </p>
      )}
      <ul className={styles.list} aria-label="Extensions" {...(runs ? SCROLLED : {})}>
        {data?.map((state) => (
          <ExtensionRow
            key={state.name}
            {...{ state, runs }}
            asked={asked === state.name}
            onAsk={(on) => setAsked(on ? state.name : null)}
          />
        ))}
      </ul>
    </>
  )
}
