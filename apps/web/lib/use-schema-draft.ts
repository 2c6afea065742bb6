'use client'
/**
 * A form over a JSON Schema: its fields, what stands in them, and what is wrong. A field that was changed says at once what
 * does not fit; the others once the form was tried.
 */
import type { JsonObject } from '@belay/trace'
import { useMemo, useState } from 'react'
import type { KeptDraft } from './use-params-draft'
import { sameDraft } from './view/schema-default'
import { draftOf, type Field, type FormDraft, fieldsOf } from './view/schema-fields'
import { readDraft } from './view/schema-reading'

export interface SchemaDraft {
  readonly fields: readonly Field[]
  readonly draft: FormDraft
  readonly errors: Readonly<Record<string, string>>
  /** Whether something else stands there than at the beginning. */
  readonly dirty: boolean
  readonly setDraft: (draft: FormDraft) => void
  /** The values, or null where something does not fit: the fields then say what. */
  readonly read: () => JsonObject | null
  /** As at the beginning. */
  readonly reset: () => void
}

/** `kept`: where what is written stands, instead of in the form alone. */
export function useSchemaDraft(schema: JsonObject | null, values: JsonObject, kept?: KeptDraft): SchemaDraft {
  const fields = useMemo(() => fieldsOf(schema, values), [schema, values])
  const first = useMemo(() => draftOf(fields, values), [fields, values])
  const [own, setOwn] = useState<FormDraft | null>(null)
  const draft = (kept === undefined ? own : kept.draft) ?? first
  const setDraft = (next: FormDraft) => (kept?.keep ?? setOwn)(sameDraft(first, next) ? null : next)
  const [tried, setTried] = useState(false)
  const errors = useMemo(() => {
    const reading = readDraft(fields, draft)
    if (reading.ok) return {}
    const isTold = (key: string) => tried || isChanged(first, draft, key.split('.', 1)[0] ?? key)
    return Object.fromEntries(Object.entries(reading.errors).filter(([key]) => isTold(key)))
  }, [fields, first, draft, tried])
  const read = () => {
    const reading = readDraft(fields, draft)
    setTried(!reading.ok)
    return reading.ok ? reading.value : null
  }
  const reset = () => {
    setDraft(first)
    setTried(false)
  }
  return { fields, draft, errors, dirty: !sameDraft(first, draft), setDraft, read, reset }
}

function isChanged(before: FormDraft, after: FormDraft, key: string): boolean {
  return !sameDraft(before[key] ?? '', after[key] ?? '')
}
