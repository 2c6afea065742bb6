'use client'
import type { Attachment } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { libraryQuery } from '../../lib/queries'
import { useParamsDraft } from '../../lib/use-params-draft'
import { useSchemaDraft } from '../../lib/use-schema-draft'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Inline } from '../ui/inline'
import { focusFirstWrong } from './first-wrong'
import styles from './params-dialog.module.css'
import { SchemaForm } from './schema-form'
import { submitOnCommandEnter } from './submit-key'

interface Props {
  readonly attachment: Attachment
  readonly onClose: () => void
}

/**
 * The parameters of a hook that is attached. The next turn runs with them. What was written and not saved is that of the
 * inspector: closing keeps it, *Discard* does not.
 */
export function ParamsDialog({ attachment, onClose }: Props) {
  const { data: library, isPending } = useQuery(libraryQuery)
  if (isPending) return null
  const hook = library?.find(({ slug }) => slug === attachment.hook) ?? null
  return <OpenDialog attachment={attachment} hook={hook} onClose={onClose} />
}

function OpenDialog({ attachment, hook, onClose }: Props & { readonly hook: LibraryHook | null }) {
  const { id, actions } = useOpenSession()
  const kept = useParamsDraft(id, attachment)
  const [busy, setBusy] = useState(false)
  const shown = busy ? { ...kept, draft: kept.draft ?? kept.aside } : kept
  const form = useSchemaDraft(hook?.paramsSchema ?? null, attachment.params, hook === null ? undefined : shown)
  const element = useRef<HTMLFormElement>(null)
  const none = form.fields.length === 0
  const save = async () => {
    const params = form.read()
    if (params === null) return focusFirstWrong(element.current)
    setBusy(true)
    const done = await actions.change(attachment.id, { params })
    if (done) kept.keep(null)
    setBusy(false)
    if (done) onClose()
  }
  const discard = () => {
    form.reset()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={attachment.name}
      description={hook === null ? undefined : <Inline text={hook.description} />}
      foot={
        <>
          <p className={styles.hint}>{none ? '' : 'A turn that runs keeps what it started with.'}</p>
          <Button onClick={discard}>{form.dirty ? 'Discard' : 'Close'}</Button>
          {none ? null : (
            <Button tone="primary" type="submit" form="params" disabled={busy || !form.dirty}>
              Save
            </Button>
          )}
        </>
      }
    >
      <form
        id="params"
        ref={element}
        onKeyDown={submitOnCommandEnter}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {none ? <p className={styles.empty}>This hook takes no parameters.</p> : null}
        <SchemaForm fields={form.fields} draft={form.draft} errors={form.errors} onDraft={form.setDraft} />
      </form>
    </Dialog>
  )
}
