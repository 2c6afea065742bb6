'use client'
/** A form over a JSON Schema: its fields, what stands in them, and what is wrong once it was tried. */
import type { JsonObject } from '@belay/trace'
import { useMemo, useState } from 'react'
import { draftOf, type Field, type FormDraft, fieldsOf, readDraft } from './view/schema-fields'

export interface SchemaDraft {
  readonly fields: readonly Field[]
  readonly draft: FormDraft
  readonly errors: Readonly<Record<string, string>>
  readonly setDraft: (draft: FormDraft) => void
  /** The values, or null where something does not fit: the fields then say what. */
  readonly read: () => JsonObject | null
}

export function useSchemaDraft(schema: JsonObject | null, values: JsonObject): SchemaDraft {
  const fields = useMemo(() => fieldsOf(schema, values), [schema, values])
  const [draft, setDraft] = useState<FormDraft>(() => draftOf(fields, values))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const read = () => {
    const reading = readDraft(fields, draft)
    setErrors(reading.ok ? {} : reading.errors)
    return reading.ok ? reading.value : null
  }
  return { fields, draft, errors, setDraft, read }
}
