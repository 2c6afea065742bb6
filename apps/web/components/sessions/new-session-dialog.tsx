'use client'
import type { HookSet } from '@belay/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { api, type HookSpec, type LibraryHook, type Program } from '../../lib/api'
import { sentenceOf } from '../../lib/errors'
import { hookSetsQuery, libraryQuery, modelsQuery, newExtensionsQuery, programsQuery } from '../../lib/queries'
import { isBroken } from '../../lib/view/load-error'
import { modelLine, unchosenText } from '../../lib/view/model-words'
import { programTrouble } from '../../lib/view/program-words'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Choice, Field, TextInput } from '../ui/field'
import { Inline } from '../ui/inline'
import { switchesOf } from './chosen-extensions'
import { ExtensionsChoice } from './extensions-choice'
import { chosenSet, HooksChoice } from './hooks-choice'
import styles from './new-session-dialog.module.css'
import { type NewSessionDraft, permissionOf, useNewSessionDraft } from './new-session-draft'
import { ProgramField } from './program-field'
import { MOST_TITLE } from './row-name'
import { useWorkspaceCheck, WorkspaceField } from './workspace-field'

export function NewSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const { draft, change, used } = useNewSessionDraft()
  const check = useWorkspaceCheck(draft.workspace)
  const { create, busy, error, forget } = useCreate(draft, { used, onClose })
  const { data: programs = [] } = useQuery(programsQuery)
  const program = programs.find(({ name }) => name === draft.program) ?? null
  const broken = program === null ? null : programTrouble(program)
  const trouble = error ?? broken
  const able =
    !busy && broken === null && (check.kind === 'right' || check.kind === 'checking') && titleError(draft) === undefined
  const onChange = (part: Partial<NewSessionDraft>) => {
    change(part)
    forget()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New session"
      description="One conversation on one folder. Everything here can be changed later, but for the folder."
      width={600}
      foot={
        <>
          {trouble === null ? null : (
            <p className={styles.failure} role="alert">
              <Inline text={trouble} />
            </p>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="new-session" disabled={!able}>
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
          if (able) void create()
        }}
      >
        <WorkspaceField workspace={draft.workspace} onWorkspace={(workspace) => onChange({ workspace })} />
        <Fields draft={draft} program={program} onChange={onChange} />
        <ProgramField program={draft.program} onProgram={(program) => onChange({ program })} />
        <HooksChoice draft={draft} onChange={onChange} />
        <ExtensionsChoice draft={draft} onChange={onChange} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly draft: NewSessionDraft
  readonly program: Program | null
  readonly onChange: (part: Partial<NewSessionDraft>) => void
}

function Fields({ draft, program, onChange }: FieldsProps) {
  const models = useQuery(modelsQuery).data ?? []
  const model = models.some(({ id }) => id === draft.model) ? draft.model : ''
  return (
    <>
      <Field label="Name" error={titleError(draft)}>
        {(props) => (
          <TextInput
            {...props}
            placeholder="Left empty, it is named after the first message"
            value={draft.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label="Model">
          {(props) => (
            <Choice {...props} value={model} onChange={(event) => onChange({ model: event.target.value })}>
              <option value="">{unchosenText(models, program)}</option>
              {models.map((one) => (
                <option key={one.id} value={one.id}>
                  {modelLine(one)}
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
              onChange={(event) => onChange({ permission: permissionOf(event.target.value) })}
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
function titleError({ title }: NewSessionDraft): string | undefined {
  const { length } = title.trim()
  return length <= MOST_TITLE ? undefined : `A name has at most ${MOST_TITLE} characters; this one has ${length}.`
}

interface Created {
  readonly used: (workspace: string) => void
  readonly onClose: () => void
}

function useCreate(draft: NewSessionDraft, { used, onClose }: Created) {
  const router = useRouter()
  const queries = useQueryClient()
  const { data: sets = [] } = useQuery(hookSetsQuery)
  const { data: library = [] } = useQuery(libraryQuery)
  const { data: models = [] } = useQuery(modelsQuery)
  const { data: programs = [] } = useQuery(programsQuery)
  const { data: extensions = [] } = useQuery(newExtensionsQuery)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const create = async () => {
    const { workspace, title, model, permission } = draft
    setBusy(true)
    setError(null)
    try {
      const session = await api.createSession({
        workspace: workspace.trim(),
        title: title.trim() === '' ? undefined : title.trim(),
        model: models.some(({ id }) => id === model) ? model : undefined,
        permission,
        program: programs.some(({ name }) => name === draft.program) ? draft.program : undefined,
        attach: hooksOf(draft, { sets, library }),
        ...(draft.picksExtensions ? switchesOf(extensions, draft.switched) : {}),
      })
      used(workspace.trim())
      router.push(`/s/${session.id}`)
      onClose()
    } catch (failure) {
      // The folder may have gone since it was looked at: then that stands beside the field.
      void queries.invalidateQueries({ queryKey: ['workspace'] })
      setError(sentenceOf(failure))
      setBusy(false)
    }
  }
  return { create, busy, error, forget: () => setError(null) }
}

interface Known {
  readonly sets: readonly HookSet[]
  readonly library: readonly LibraryHook[]
}

/** Remembered choices that are not there any more are left out. */
function hooksOf({ source, set, chosen }: NewSessionDraft, { sets, library }: Known): readonly HookSpec[] {
  switch (source) {
    case 'none':
      return []
    case 'set':
      return chosenSet(sets, set)?.hooks ?? []
    case 'chosen':
      return chosen
        .filter((slug) => library.some((hook) => hook.slug === slug && !isBroken(hook)))
        .map((hook) => ({ hook }))
  }
}
