'use client'
/** What an action of a page takes: a text, or one of some values. */
import type { PageAction } from '@belay/api'
import { useState } from 'react'
import { Button } from '../ui/button'
import { Field, TextInput } from '../ui/field'
import styles from './commands.module.css'

interface Props {
  readonly action: PageAction
  /** The row's text. */
  readonly initial: string
  readonly busy: boolean
  readonly onGive: (value: string) => void
  readonly onLeave: () => void
}

export function PageForm({ action, initial, busy, onGive, onLeave }: Props) {
  const { takes } = action
  const [text, setText] = useState(takes.kind === 'text' && takes.initial === 'row' ? initial : '')
  if (takes.kind === 'choice')
    return (
      <div className={styles.actions}>
        {takes.choices.map((choice, at) => (
          <Button key={choice} small disabled={busy} autoFocus={at === 0} onClick={() => onGive(choice)}>
            {choice}
          </Button>
        ))}
        <Button small tone="quiet" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !busy) onGive(text.trim())
      }}
    >
      <Field label={takes.kind === 'text' ? takes.label : action.label}>
        {(field) => (
          <TextInput
            {...field}
            autoFocus
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              onLeave()
            }}
          />
        )}
      </Field>
      <Button onClick={onLeave}>Cancel</Button>
      <Button tone="primary" type="submit" disabled={busy || text.trim() === ''}>
        {action.label}
      </Button>
    </form>
  )
}
