'use client'
import type { HookMode, PointId } from '@belay/trace'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { useSchemaDraft } from '../../lib/use-schema-draft'
import { useOpenSession } from '../session/session-context'
import { Button, IconButton } from '../ui/button'
import { Inline } from '../ui/inline'
import styles from './attach-form.module.css'
import { focusFirstWrong } from './first-wrong'
import { SchemaForm } from './schema-form'
import { submitOnCommandEnter } from './submit-key'

interface Props {
  readonly hook: LibraryHook
  readonly point: PointId
  /** Place in the asking order; absent: last. */
  readonly position?: number
  readonly onBack: () => void
  readonly onDone: () => void
}

export function AttachForm({ hook, point, position, onBack, onDone }: Props) {
  const { actions } = useOpenSession()
  const form = useSchemaDraft(hook.paramsSchema, hook.defaults)
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirst(element.current), [])
  const attach = async (mode: HookMode) => {
    if (busy) return
    const params = form.read()
    if (params === null) return focusFirstWrong(element.current)
    setBusy(true)
    const done = await actions.attach({ hook: hook.slug, params, mode, points: [point], position })
    setBusy(false)
    if (done) onDone()
  }
  return (
    <form
      ref={element}
      className={styles.form}
      onKeyDown={submitOnCommandEnter}
      onSubmit={(event) => {
        event.preventDefault()
        void attach('enforce')
      }}
    >
      <div className={styles.head}>
        <IconButton label="Back to the list" side="top" small onClick={onBack}>
          <ArrowLeft size={15} />
        </IconButton>
        <h3 className={styles.title}>{hook.name}</h3>
        <span className={styles.point}>{point}</span>
      </div>
      <div className={styles.body}>
        <p className={styles.description}>
          <Inline text={hook.description} />
        </p>
        <SchemaForm fields={form.fields} draft={form.draft} errors={form.errors} onDraft={form.setDraft} />
      </div>
      <footer className={styles.foot}>
        <Button aria-disabled={busy} onClick={() => attach('shadow')}>
          Attach in shadow
        </Button>
        <Button tone="primary" type="submit" aria-disabled={busy}>
          Attach
        </Button>
      </footer>
    </form>
  )
}

/** The first field; where there is none, the button that attaches. Not the one that leads back, whose tip would open. */
function focusFirst(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('input, textarea, select, [role="switch"]')
  const target = field ?? form?.querySelector<HTMLElement>('[type="submit"]')
  target?.focus({ preventScroll: true })
}
