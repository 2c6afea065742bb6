'use client'
import type { Attachment } from '@belay/trace'
import { useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { useSchemaDraft } from '../../lib/use-schema-draft'
import { SchemaForm } from '../menus/schema-form'
import { submitOnCommandEnter } from '../menus/submit-key'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import styles from './attachment-panel.module.css'
import { Muted, Section } from './panel'

interface Props {
  readonly hook: Attachment
  readonly known: LibraryHook | null
}

/** The parameters in place. Saving them makes another version of the hook, on the record. */
export function AttachmentParams({ hook, known }: Props) {
  const { actions } = useOpenSession()
  const form = useSchemaDraft(known?.paramsSchema ?? null, hook.params)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const params = form.read()
    if (params === null) return
    setBusy(true)
    await actions.change(hook.id, { params })
    setBusy(false)
  }
  return (
    <Section title="Parameters">
      {form.fields.length === 0 ? (
        <Muted>It takes none.</Muted>
      ) : (
        <form
          className={styles.params}
          onKeyDown={submitOnCommandEnter}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <SchemaForm fields={form.fields} draft={form.draft} errors={form.errors} onDraft={form.setDraft} />
          {form.dirty ? (
            <div className={styles.save}>
              <p className={styles.hint}>Not saved yet.</p>
              <Button small onClick={form.reset}>
                Discard
              </Button>
              <Button small tone="primary" type="submit" disabled={busy}>
                Save
              </Button>
            </div>
          ) : null}
        </form>
      )}
    </Section>
  )
}
