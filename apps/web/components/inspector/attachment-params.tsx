'use client'
import type { Attachment } from '@belay/trace'
import { type FormEvent, useRef, useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { useParamsDraft } from '../../lib/use-params-draft'
import { useSchemaDraft } from '../../lib/use-schema-draft'
import { focusFirstWrong } from '../menus/first-wrong'
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
  const { form, putAside, busy, save } = useParamsForm(hook, known)
  const element = useRef<HTMLFormElement>(null)
  const discard = () => {
    form.reset()
    focusField(element.current)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fromButton = document.activeElement?.matches('[type="submit"]') === true
    if (!(await save())) focusFirstWrong(element.current)
    else if (fromButton) focusField(element.current)
  }
  return (
    <Section title="Parameters">
      {putAside === null ? null : <PutAside {...putAside} />}
      {form.fields.length === 0 ? (
        <Muted>It takes none.</Muted>
      ) : (
        <form ref={element} className={styles.params} onKeyDown={submitOnCommandEnter} onSubmit={submit}>
          <SchemaForm fields={form.fields} draft={form.draft} errors={form.errors} onDraft={form.setDraft} />
          {form.dirty ? (
            <div className={styles.save}>
              <p className={styles.hint}>Not saved yet.</p>
              <Button small onClick={discard}>
                Discard
              </Button>
              <Button small tone="primary" type="submit" aria-disabled={busy}>
                Save
              </Button>
            </div>
          ) : null}
        </form>
      )}
    </Section>
  )
}

function useParamsForm(hook: Attachment, known: LibraryHook | null) {
  const { id, actions } = useOpenSession()
  const kept = useParamsDraft(id, hook)
  const [busy, setBusy] = useState(false)
  // The page hears of what is saved before the saving is answered: nobody else changed it.
  const shown = busy ? { ...kept, draft: kept.draft ?? kept.aside, aside: null } : kept
  // Until the library is read it is not known what its fields are.
  const form = useSchemaDraft(known?.paramsSchema ?? null, hook.params, known === null ? undefined : shown)
  /** False where nothing was saved. */
  const save = async () => {
    const params = form.read()
    if (busy || params === null) return false
    setBusy(true)
    const done = await actions.change(hook.id, { params })
    if (done) kept.keep(null)
    setBusy(false)
    return done
  }
  const { aside, keep } = shown
  const putAside = aside === null ? null : { onTake: () => keep(aside), onDrop: () => keep(null) }
  return { form, putAside, busy, save }
}

/** Somebody else changed what this was written over: theirs is shown, and this is not lost. */
function PutAside({ onTake, onDrop }: { readonly onTake: () => void; readonly onDrop: () => void }) {
  return (
    <div className={styles.aside} role="status">
      <p>The parameters were changed elsewhere meanwhile. What you had written and not saved is not shown.</p>
      <div className={styles.asideWays}>
        <Button small tone="quiet" onClick={onDrop}>
          Drop it
        </Button>
        <Button small onClick={onTake}>
          Show it
        </Button>
      </div>
    </div>
  )
}

/** The buttons go away when they have done their work: the focus goes back to the fields. */
function focusField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input, textarea, select, [role="switch"]')?.focus()
}
