'use client'
/** The session's hooks, or some of them, as a set: with the modes and parameters that they have now. */
import { isBrought } from '@belay/canvas'
import type { Attachment, AttachmentId } from '@belay/trace'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../lib/api'
import { sayQuietly, sentenceOf } from '../../lib/errors'
import { hookSetsQuery } from '../../lib/queries'
import { modeLabel, useHookLabel } from '../menus/hook-menu'
import { submitOnCommandEnter } from '../menus/submit-key'
import { useFolded, useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Checkbox, Field, TextInput } from '../ui/field'
import { Inline } from '../ui/inline'
import styles from './save-set-dialog.module.css'

interface Props {
  readonly onClose: () => void
  /** These are chosen at first, and are seen as one group once they are a set; absent: all are chosen. */
  readonly only?: readonly AttachmentId[]
}

export function SaveSetDialog({ onClose, only }: Props) {
  const form = useSaveSet(onClose, only)
  const { hooks, left, name, description, taken, error } = form
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save hooks as a set"
      description="With the modes and parameters that they have now."
      foot={
        <>
          <p className={styles.hint}>{taken ? 'There is a set of that name: it is replaced.' : ''}</p>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="save-set" disabled={form.busy || hooks.length === left.size}>
            {taken ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id="save-set"
        className={styles.form}
        onKeyDown={submitOnCommandEnter}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <Field label="Name" error={error ?? undefined}>
          {(props) => <TextInput {...props} value={name} onChange={(event) => form.setName(event.target.value)} />}
        </Field>
        <Field label="What it is for">
          {(props) => (
            <TextInput {...props} value={description} onChange={(event) => form.setDescription(event.target.value)} />
          )}
        </Field>
        <fieldset>
          <legend className={styles.legend}>Hooks</legend>
          <ul className={styles.hooks}>
            {hooks.map((hook) => (
              <HookCheck key={hook.id} hook={hook} checked={!left.has(hook.id)} onToggle={() => form.toggle(hook.id)} />
            ))}
          </ul>
        </fieldset>
      </form>
    </Dialog>
  )
}

function useSaveSet(onClose: () => void, only: Props['only']) {
  const { id, actions } = useOpenSession()
  const queries = useQueryClient()
  // A set holds what a person attached.
  const hooks = (useFolded(({ composition }) => composition)?.hooks ?? []).filter((hook) => !isBrought(hook))
  const { data: sets } = useQuery(hookSetsQuery)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [left, setLeft] = useState<ReadonlySet<AttachmentId>>(
    () => new Set(only === undefined ? [] : hooks.map((hook) => hook.id).filter((hook) => !only.includes(hook))),
  )
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const same = sets?.find((set) => set.name === name.trim())
  const taken = same !== undefined && !same.builtIn
  const save = async () => {
    if (name.trim() === '') return setError('A set needs a name.')
    setBusy(true)
    try {
      const attachments = hooks.flatMap((hook) => (left.has(hook.id) ? [] : [hook.id]))
      await api.saveSet({ name, description, session: id, attachments, replace: taken })
      await queries.invalidateQueries({ queryKey: ['sets'] })
      sayQuietly(`The set ${name.trim()} was saved.`)
      if (only !== undefined) void actions.changeSeveral(attachments, { do: 'set', set: name.trim() })
      onClose()
    } catch (refusal) {
      setError(sentenceOf(refusal))
    }
    setBusy(false)
  }
  const toggle = (hook: AttachmentId) =>
    setLeft((before) => new Set(before.has(hook) ? [...before].filter((other) => other !== hook) : [...before, hook]))
  const writeName = (text: string) => {
    setName(text)
    setError(null)
  }
  return { hooks, left, toggle, name, setName: writeName, description, setDescription, taken, error, busy, save }
}

interface CheckProps {
  readonly hook: Attachment
  readonly checked: boolean
  readonly onToggle: () => void
}

function HookCheck({ hook, checked, onToggle }: CheckProps) {
  const id = useId()
  const label = useHookLabel(hook)
  return (
    <li>
      <label className={styles.hook} htmlFor={id}>
        <Checkbox id={id} checked={checked} onChange={onToggle} />
        <span className={styles.name}>
          <Inline text={label} />
        </span>
        <span className={styles.hint}>
          {hook.points.join(', ')}
          {hook.mode === 'enforce' ? '' : ` · ${modeLabel(hook.mode).toLowerCase()}`}
        </span>
      </label>
    </li>
  )
}
