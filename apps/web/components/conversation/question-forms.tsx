'use client'
import type { JsonObject } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ToolFacts } from '../../lib/api'
import { toolsQuery } from '../../lib/queries'
import { useSchemaDraft } from '../../lib/use-schema-draft'
import { SchemaForm } from '../menus/schema-form'
import { Button } from '../ui/button'
import { Field, TextArea } from '../ui/field'
import styles from './question-card.module.css'

interface EditProps {
  readonly name: string
  readonly args: JsonObject
  readonly busy: boolean
  /** Answered elsewhere: what was written can be read and copied, and goes nowhere. */
  readonly closed: boolean
  readonly onCancel: () => void
  readonly onAllow: (args: JsonObject) => void
}

/** The call's arguments as a form of its tool; what the person writes is what runs. */
export function EditForm(props: EditProps) {
  const { data: tools, isPending } = useQuery(toolsQuery)
  if (isPending) return null
  // Without its tool's schema the fields go by the values.
  return <ArgumentsForm {...props} tool={tools?.find(({ name }) => name === props.name) ?? null} />
}

function ArgumentsForm({
  args,
  busy,
  closed,
  onCancel,
  onAllow,
  tool,
}: EditProps & { readonly tool: ToolFacts | null }) {
  const form = useSchemaDraft(tool?.schema ?? null, args)
  const allow = () => {
    const edited = form.read()
    if (edited !== null) onAllow(edited)
  }
  return (
    <AnswerForm off={busy || closed} onSubmit={allow} onCancel={onCancel}>
      <SchemaForm fields={form.fields} draft={form.draft} errors={form.errors} onDraft={form.setDraft} />
      <div className={styles.formButtons}>
        <Button small onClick={onCancel}>
          Back
        </Button>
        <Button small tone="ask" type="submit" disabled={busy || closed}>
          Allow with these
        </Button>
      </div>
    </AnswerForm>
  )
}

interface DenyProps {
  readonly busy: boolean
  /** Answered elsewhere: what was written can be read and copied, and goes nowhere. */
  readonly closed: boolean
  readonly onCancel: () => void
  readonly onDeny: (reason: string | null) => void
}

export function DenyForm({ busy, closed, onCancel, onDeny }: DenyProps) {
  const [reason, setReason] = useState('')
  return (
    <AnswerForm
      off={busy || closed}
      onSubmit={() => onDeny(reason.trim() === '' ? null : reason.trim())}
      onCancel={onCancel}
    >
      <Field label="Reason" hint="The model reads it. It may be left empty.">
        {(props) => (
          <TextArea
            {...props}
            rows={2}
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
        )}
      </Field>
      <div className={styles.formButtons}>
        <Button small onClick={onCancel}>
          Back
        </Button>
        <Button small tone="danger" type="submit" disabled={busy || closed}>
          Deny
        </Button>
      </div>
    </AnswerForm>
  )
}

function AnswerForm({
  off,
  onSubmit,
  onCancel,
  children,
}: {
  readonly off: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!off) onSubmit()
      }}
      onKeyDown={(event) => (event.key === 'Escape' ? onCancel() : null)}
    >
      {children}
    </form>
  )
}
