'use client'
import type { DraftValue, Field as FieldFacts, FormDraft } from '../../lib/view/schema-fields'
import { Field, Switch } from '../ui/field'
import { Inline } from '../ui/inline'
import { ItemsField } from './items-field'
import styles from './schema-form.module.css'
import { SchemaInput } from './schema-input'

interface Props {
  readonly fields: readonly FieldFacts[]
  readonly draft: FormDraft
  readonly errors: Readonly<Record<string, string>>
  readonly onDraft: (draft: FormDraft) => void
}

/** One field a property of the schema; the parent holds the draft and reads it. */
export function SchemaForm({ fields, draft, errors, onDraft }: Props) {
  return (
    <div className={styles.form}>
      {fields.map((field) => (
        <SchemaField
          key={field.key}
          field={field}
          value={draft[field.key] ?? ''}
          errors={errors}
          onValue={(value) => onDraft({ ...draft, [field.key]: value })}
        />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly field: FieldFacts
  readonly value: DraftValue
  readonly errors: Readonly<Record<string, string>>
  readonly onValue: (value: DraftValue) => void
}

function SchemaField({ field, value, errors, onValue }: FieldProps) {
  const { kind } = field
  if (kind.type === 'boolean') return <SwitchRow field={field} checked={value === true} onValue={onValue} />
  if (kind.type === 'items') {
    const items = typeof value === 'object' ? value : []
    return <ItemsField field={field} item={kind.item} items={items} errors={errors} onItems={onValue} />
  }
  const text = typeof value === 'string' ? value : ''
  return (
    <Field label={field.label} hint={<Hint field={field} />} error={errors[field.key]}>
      {(props) => <SchemaInput {...props} field={field} text={text} onText={onValue} />}
    </Field>
  )
}

interface SwitchProps {
  readonly field: FieldFacts
  readonly checked: boolean
  readonly onValue: (value: boolean) => void
}

function SwitchRow({ field, checked, onValue }: SwitchProps) {
  return (
    <div className={styles.switch}>
      <div>
        <p className={styles.label}>{field.label}</p>
        <p className={styles.hint}>
          <Hint field={field} />
        </p>
      </div>
      <Switch checked={checked} onChange={onValue} label={field.label} />
    </div>
  )
}

export function Hint({ field: { description, kind } }: { readonly field: FieldFacts }) {
  const how = kind.type === 'list' ? 'One a line.' : kind.type === 'json' ? 'As JSON.' : ''
  return <Inline text={[description ?? '', how].filter((part) => part !== '').join(' ')} />
}
