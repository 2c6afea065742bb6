'use client'
/** The one thing that cannot be taken back is asked about, and says what goes. One dialog a page. */
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Inline } from '../ui/inline'
import styles from './purge-dialog.module.css'
import { type Named, nameOf } from './use-shelving'

interface PurgeAsk {
  readonly sessions: readonly Named[]
  readonly purge: () => Promise<unknown>
}

let asked: PurgeAsk | null = null
const listeners = new Set<() => void>()

function set(next: PurgeAsk | null): void {
  asked = next
  for (const listener of listeners) listener()
}

export function askToPurge(sessions: readonly Named[], purge: () => Promise<unknown>): void {
  if (sessions.length > 0) set({ sessions, purge })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** More are counted. */
const MOST_SHOWN = 8

export function PurgeDialogHost() {
  const ask = useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  )
  return ask === null ? null : <PurgeDialog ask={ask} />
}

function PurgeDialog({ ask: { sessions, purge } }: { readonly ask: PurgeAsk }) {
  const [busy, setBusy] = useState(false)
  const close = () => set(null)
  const go = async () => {
    setBusy(true)
    await purge()
    close()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Delete ${nameOf(sessions)} for good?`}
      width={480}
      foot={
        <>
          <Button onClick={close} data-first-focus>
            Keep
          </Button>
          <Button tone="danger" disabled={busy} onClick={go}>
            Delete for good
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>
          {sessions.length === 1 ? 'Its' : 'Their'} transcript, what its hooks said, every span with its arguments and
          results, and the files that were kept to be put back go from this machine. This cannot be undone.
        </p>
        {sessions.length === 1 ? null : (
          <ul className={styles.list}>
            {sessions.slice(0, MOST_SHOWN).map(({ id, title }) => (
              <li key={id}>
                <Inline text={title} />
              </li>
            ))}
            {sessions.length > MOST_SHOWN ? <li>and {sessions.length - MOST_SHOWN} more</li> : null}
          </ul>
        )}
        <p className={styles.faint}>The workspace and its files stay as they are, and so do forks of it.</p>
      </div>
    </Dialog>
  )
}
