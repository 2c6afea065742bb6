'use client'
import type { PermissionMode } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { api } from '../../lib/api'
import { sentenceOf } from '../../lib/errors'
import { modelsQuery } from '../../lib/queries'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Choice, Field, TextInput } from '../ui/field'
import { HookChecklist } from './hook-checklist'
import styles from './new-session-dialog.module.css'

const LAST_WORKSPACE = 'belay.workspace'
/** What the server takes of a session's name. */
const MOST_NAME = 200

interface Draft {
  readonly workspace: string
  readonly title: string
  readonly model: string
  readonly permission: PermissionMode
  readonly hooks: readonly string[]
}

export function NewSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>(() => ({
    workspace: window.localStorage.getItem(LAST_WORKSPACE) ?? '',
    title: '',
    model: '',
    permission: 'ask',
    hooks: [],
  }))
  const { create, busy, error, forget } = useCreate()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New session"
      description="One conversation on one folder. Everything here can be changed later, but for the folder."
      width={600}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            type="submit"
            form="new-session"
            disabled={busy || draft.workspace.trim() === '' || nameError(draft) !== undefined}
          >
            Start session
          </Button>
        </>
      }
    >
      <form
        id="new-session"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (nameError(draft) === undefined) void create(draft)
        }}
      >
        <Fields
          draft={draft}
          onDraft={(next) => {
            setDraft(next)
            forget()
          }}
          error={error}
        />
        <HookChecklist chosen={draft.hooks} onChosen={(hooks) => setDraft({ ...draft, hooks })} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly error: string | null
}

function Fields({ draft, onDraft, error }: FieldsProps) {
  const models = useQuery(modelsQuery).data ?? []
  return (
    <>
      <Field
        label="Folder"
        hint="An absolute path on the machine that runs Belay. Tools work in it."
        error={error ?? undefined}
      >
        {(props) => (
          <TextInput
            {...props}
            code
            required
            placeholder="/home/you/src/project"
            value={draft.workspace}
            onChange={(event) => onDraft({ ...draft, workspace: event.target.value })}
          />
        )}
      </Field>
      <Field label="Name" hint="Left empty, it is named after the first message." error={nameError(draft)}>
        {(props) => (
          <TextInput
            {...props}
            value={draft.title}
            onChange={(event) => onDraft({ ...draft, title: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label="Model">
          {(props) => (
            <Choice
              {...props}
              value={draft.model}
              onChange={(event) => onDraft({ ...draft, model: event.target.value })}
            >
              <option value="">The default one</option>
              {models.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label === id ? id : `${label} (${id})`}
                </option>
              ))}
            </Choice>
          )}
        </Field>
        <Field label="Permissions">
          {(props) => (
            <Choice
              {...props}
              value={draft.permission}
              onChange={(event) => onDraft({ ...draft, permission: modeOf(event.target.value) })}
            >
              <option value="ask">Ask before writes and programs</option>
              <option value="auto">Auto: run them</option>
              <option value="deny">Deny: refuse them</option>
            </Choice>
          )}
        </Field>
      </div>
    </>
  )
}

/** Said while it is written: the name is shortened here, not looked for in what the server refuses. */
function nameError({ title }: Draft): string | undefined {
  const { length } = title.trim()
  return length <= MOST_NAME ? undefined : `A name has at most ${MOST_NAME} characters; this one has ${length}.`
}

function modeOf(text: string): PermissionMode {
  return text === 'auto' || text === 'deny' ? text : 'ask'
}

function useCreate() {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const create = async ({ workspace, title, model, permission, hooks }: Draft) => {
    setBusy(true)
    setError(null)
    try {
      const session = await api.createSession({
        workspace: workspace.trim(),
        title: title.trim() === '' ? undefined : title.trim(),
        model: model === '' ? undefined : model,
        permission,
        attach: hooks.map((hook) => ({ hook })),
      })
      window.localStorage.setItem(LAST_WORKSPACE, workspace.trim())
      router.push(`/s/${session.id}`)
    } catch (failure) {
      setError(sentenceOf(failure))
      setBusy(false)
    }
  }
  return { create, busy, error, forget: () => setError(null) }
}
