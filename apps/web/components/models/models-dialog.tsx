'use client'
/** Keys of providers, and a model that no list names. A key that was given is never shown again. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../lib/errors'
import { keysQuery } from '../../lib/queries'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field, TextInput } from '../ui/field'
import { Inline } from '../ui/inline'
import { KeyRow } from './key-row'
import styles from './models-dialog.module.css'
import { openModels, useModelsOpen } from './models-open'

export function ModelsDialog() {
  return useModelsOpen() ? <OpenDialog /> : null
}

function OpenDialog() {
  const { data, error } = useQuery(keysQuery)
  const trouble = error === null ? data?.problem : sentenceOf(error)
  return (
    <Dialog
      open
      onOpenChange={openModels}
      title="Keys and models"
      description="Keys lie in credentials.json of your home folder, readable for you alone. They are sent to their provider and nowhere else."
    >
      {trouble == null ? null : (
        <p className={styles.trouble} role="alert">
          <Inline text={trouble} />
        </p>
      )}
      <ul className={styles.keys} aria-label="Keys of providers">
        {data?.providers.map((provider) => (
          <KeyRow key={provider.provider} provider={provider} />
        ))}
      </ul>
      <OtherModel />
    </Dialog>
  )
}

function OtherModel() {
  const { actions } = useOpenSession()
  const [model, setModel] = useState('')
  const [busy, setBusy] = useState(false)
  const use = async (event: FormEvent) => {
    event.preventDefault()
    if (model.trim() === '' || busy) return
    setBusy(true)
    const isDone = await actions.setModel(model.trim())
    setBusy(false)
    if (isDone) openModels(false)
  }
  return (
    <form className={styles.other} onSubmit={use}>
      <Field label="Another model" hint="As provider/model: anthropic/NAME, compatible/ollama/NAME.">
        {(props) => (
          <div className={styles.line}>
            <TextInput {...props} code value={model} onChange={(event) => setModel(event.target.value)} />
            <Button type="submit" disabled={model.trim() === '' || busy}>
              Use it
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
