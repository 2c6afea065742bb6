'use client'
import type { Attachment } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { libraryQuery } from '../../lib/queries'
import { useSchemaDraft } from '../../lib/use-schema-draft'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Inline } from '../ui/inline'
import styles from './params-dialog.module.css'
import { SchemaForm } from './schema-form'
import { submitOnCommandEnter } from './submit-key'

interface Props {
  readonly attachment: Attachment
  readonly onClose: () => void
}

/** The parameters of a hook that is attached. The next turn runs with them. */
export function ParamsDialog({ attachment, onClose }: Props) {
  const { data: library, isPending } = useQuery(libraryQuery)
  if (isPending) return null
  const hook = library?.find(({ slug }) => slug === attachment.hook) ?? null
  return <OpenDialog attachment={attachment} hook={hook} onClose={onClose} />
}

function OpenDialog({ attachment, hook, onClose }: Props & { readonly hook: LibraryHook | null }) {
  const { actions } = useOpenSession()
  const form = useSchemaDraft(hook?.paramsSchema ?? null, attachment.params)
  const [busy, setBusy] = useState(false)
  const none = form.fields.length === 0
  const save = async () => {
    const params = form.read()
    if (params === null) return
    setBusy(true)
    const done = await actions.change(attachment.id, { params })
    setBusy(false)
    if (done) onClose()
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
          <Button onClick={onClose}>{none ? 'Close' : 'Cancel'}</Button>
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
