'use client'
import type { Json } from '@belay/trace'
import { useState } from 'react'
import { TextInput } from '../ui/field'

interface Props {
  readonly id: string
  readonly value: Json | undefined
  readonly placeholder: string
  /** Undefined where nothing is written. */
  readonly onValue: (value: number | undefined) => void
}

/** A number above zero. What is half written (`1.`) stays in the field until it is one. */
export function NumberField({ id, value, placeholder, onValue }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const shown = value === undefined ? '' : String(value)
  const text = draft !== null && (numberOf(draft) === null || numberOf(draft) === value) ? draft : shown
  const write = (next: string) => {
    setDraft(next)
    const number = numberOf(next)
    if (next.trim() === '') onValue(undefined)
    else if (number !== null) onValue(number)
  }
  return (
    <TextInput
      id={id}
      inputMode="decimal"
      placeholder={placeholder}
      data-control="timeout"
      aria-invalid={text !== '' && numberOf(text) === null}
      value={text}
      onChange={({ target }) => write(target.value)}
      onBlur={() => setDraft(null)}
    />
  )
}

function numberOf(text: string): number | null {
  return /^\d+(\.\d+)?$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null
}
