'use client'
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useRenameRequests } from '../sessions/rename-request'
import { Controls } from '../ui/controls'
import { useOpenSession } from './session-context'
import styles from './title.module.css'

/** The session's name; a click makes it an input. Enter and leaving keep the change, Escape drops it. */
export function Title({ title }: { readonly title: string }) {
  const { actions } = useOpenSession()
  const [draft, setDraft] = useState<string | null>(null)
  useRenameRequests(() => setDraft(title))
  if (draft === null) {
    return (
      <h1 className={styles.title}>
        <button type="button" className={styles.name} aria-label={`${title}: rename`} onClick={() => setDraft(title)}>
          <span className={styles.text}>
            <Controls text={title} />
          </span>
          <Pencil size={12} className={styles.pencil} aria-hidden />
        </button>
      </h1>
    )
  }
  const finish = async () => {
    const next = draft.trim()
    setDraft(null)
    if (next !== '' && next !== title) await actions.rename(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void finish()
    if (event.key === 'Escape') setDraft(null)
  }
  return (
    <input
      className={styles.input}
      aria-label="Name of the session"
      value={draft}
      maxLength={200}
      // biome-ignore lint/a11y/noAutofocus: it took the place of the button that was pressed
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  )
}
