'use client'
/** One provider's key: where it is from, and a field for another. */
import { useQueryClient } from '@tanstack/react-query'
import { Check, KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { api, type ProviderKey } from '../../lib/api'
import { sentenceOf } from '../../lib/errors'
import { keysQuery, modelsQuery } from '../../lib/queries'
import { Button } from '../ui/button'
import { TextInput } from '../ui/field'
import { Inline } from '../ui/inline'
import styles from './models-dialog.module.css'

export function KeyRow({ provider }: { readonly provider: ProviderKey }) {
  const [editing, setEditing] = useState(false)
  const { change, busy, trouble } = useChange()
  const { label, from } = provider
  const inFile = from?.kind === 'file'
  const save = async (key: string) => {
    if (await change(() => api.setKey(provider.provider, key))) setEditing(false)
  }
  return (
    <li className={styles.row}>
      <span className={styles.sign} data-set={from !== null}>
        {from === null ? <KeyRound size={15} /> : <Check size={15} strokeWidth={2.6} />}
      </span>
      <span className={styles.name}>
        {label}
        <span className={styles.from}>{fromText(provider)}</span>
      </span>
      {editing ? null : (
        <span className={styles.buttons}>
          {inFile ? (
            <Button
              small
              tone="quiet"
              disabled={busy}
              aria-label={`Remove the key of ${label}`}
              onClick={() => change(() => api.removeKey(provider.provider))}
            >
              Remove
            </Button>
          ) : null}
          <Button small aria-label={`${inFile ? 'Replace' : 'Add'} a key of ${label}`} onClick={() => setEditing(true)}>
            {inFile ? 'Replace…' : 'Add…'}
          </Button>
        </span>
      )}
      {editing ? <KeyForm {...{ label, busy }} onSave={save} onCancel={() => setEditing(false)} /> : null}
      {trouble === null ? null : (
        <p className={styles.trouble} role="alert">
          <Inline text={trouble} />
        </p>
      )}
    </li>
  )
}

function fromText({ from, variable }: ProviderKey): string {
  if (from === null) return variable === null ? 'No key' : `No key, and ${variable} is not set`
  return from.kind === 'file' ? 'A key in credentials.json' : `The key of ${from.variable}`
}

interface FormProps {
  readonly label: string
  readonly busy: boolean
  readonly onSave: (key: string) => void
  readonly onCancel: () => void
}

function KeyForm({ label, busy, onSave, onCancel }: FormProps) {
  const [key, setKey] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() !== '') onSave(key)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        Key of {label}
      </label>
      <TextInput
        ref={field}
        id={id}
        type="password"
        code
        placeholder="Paste the key"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // The dialog stays.
          event.stopPropagation()
          onCancel()
        }}
      />
      <Button small tone="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button small tone="primary" type="submit" disabled={busy || key.trim() === ''}>
        Save
      </Button>
    </form>
  )
}

/** Models come and go with keys. */
function useChange() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const change = async (make: () => ReturnType<typeof api.keys>): Promise<boolean> => {
    setBusy(true)
    try {
      client.setQueryData(keysQuery.queryKey, await make())
      await client.invalidateQueries({ queryKey: modelsQuery.queryKey })
      setTrouble(null)
      return true
    } catch (error) {
      setTrouble(sentenceOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { change, busy, trouble }
}
