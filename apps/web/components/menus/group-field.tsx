'use client'
import type { JsonObject } from '@belay/trace'
import { type Field as FieldFacts, type FormDraft, fieldsOf } from '../../lib/view/schema-fields'
import { errorsOf } from './errors-of'
import { Hint, SchemaForm } from './schema-form'
import styles from './schema-form.module.css'

interface Props {
  readonly field: FieldFacts
  readonly shape: JsonObject
  readonly draft: FormDraft
  readonly errors: Readonly<Record<string, string>>
  readonly onDraft: (draft: FormDraft) => void
}

/** An object of known parts: a form within the form. */
export function GroupField({ field, shape, draft, errors, onDraft }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      <p className={styles.hint}>
        <Hint field={field} />
      </p>
      <div className={styles.part}>
        <SchemaForm
          fields={fieldsOf(shape, {})}
          draft={draft}
          errors={errorsOf(errors, `${field.key}.`)}
          onDraft={onDraft}
        />
      </div>
    </fieldset>
  )
}
