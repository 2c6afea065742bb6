'use client'
import { RotateCcw } from 'lucide-react'
import { defaultOf } from '../../lib/view/schema-default'
import { type DraftValue, type Field as FieldFacts, type FormDraft, isList } from '../../lib/view/schema-fields'
import { Field, Switch } from '../ui/field'
import { Inline } from '../ui/inline'
import { GroupField } from './group-field'
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
      {fields.map((field) => {
        const value = draft[field.key] ?? ''
        const onValue = (next: DraftValue) => onDraft({ ...draft, [field.key]: next })
        return (
          <div key={field.key}>
            <SchemaField {...{ field, value, errors, onValue }} />
            <DefaultLine {...{ field, value, onValue }} />
          </div>
        )
      })}
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
    const items = isList(value) ? value : []
    return <ItemsField field={field} item={kind.item} items={items} errors={errors} onItems={onValue} />
  }
  if (kind.type === 'group') {
    const draft = typeof value === 'object' && !isList(value) ? value : {}
    return <GroupField {...{ field, draft, errors }} shape={kind.shape} onDraft={onValue} />
  }
  const text = typeof value === 'string' ? value : ''
  return (
    <Field label={field.label} hint={<Hint field={field} />} error={errors[field.key]}>
      {(props) => <SchemaInput {...props} field={field} text={text} onText={onValue} />}
    </Field>
  )
}

/** What it would be if nobody had set it, where that is something else. */
function DefaultLine({ field, value, onValue }: Omit<FieldProps, 'errors'>) {
  const standard = defaultOf(field, value)
  if (standard === null) return null
  return (
    <p className={styles.default}>
      <span className={styles.defaultText}>Default: {standard.text}</span>
      <button
        type="button"
        className={styles.reset}
        aria-label={`Use the default of ${field.label}`}
        onClick={() => onValue(standard.draft)}
      >
        <RotateCcw size={11} aria-hidden />
        Use it
      </button>
    </p>
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
  return <Inline text={[description ?? '', howOf(kind)].filter((part) => part !== '').join(' ')} />
}

function howOf(kind: FieldFacts['kind']): string {
  switch (kind.type) {
    case 'list':
      return 'One a line.'
    case 'json':
      return 'As JSON.'
    case 'number':
      return rangeOf(kind)
    case 'text':
    case 'boolean':
    case 'choice':
    case 'items':
    case 'group':
      return ''
  }
}

function rangeOf({ min, max }: Extract<FieldFacts['kind'], { type: 'number' }>): string {
  if (min !== null && max !== null) return `From ${min} to ${max}.`
  if (min !== null) return `At least ${min}.`
  return max === null ? '' : `At most ${max}.`
}
