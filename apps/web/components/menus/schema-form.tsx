'use client'
import type { Field as FieldFacts, FormDraft } from '../../lib/view/schema-fields'
import { Choice, Field, Switch, TextArea, TextInput } from '../ui/field'
import { Inline } from '../ui/inline'
import styles from './schema-form.module.css'

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
          error={errors[field.key]}
          onValue={(value) => onDraft({ ...draft, [field.key]: value })}
        />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly field: FieldFacts
  readonly value: string | boolean
  readonly error: string | undefined
  readonly onValue: (value: string | boolean) => void
}

function SchemaField({ field, value, error, onValue }: FieldProps) {
  const { label, description, kind } = field
  if (kind.type === 'boolean') return <SwitchRow field={field} checked={value === true} onValue={onValue} />
  const text = typeof value === 'string' ? value : ''
  return (
    <Field label={label} hint={hintText(description, kind.type)} error={error}>
      {(props) => {
        switch (kind.type) {
          case 'choice':
            return (
              <Choice {...props} value={text} onChange={(event) => onValue(event.target.value)}>
                {field.required ? null : <option value="">–</option>}
                {kind.choices.map((choice) => (
                  <option key={choice}>{choice}</option>
                ))}
              </Choice>
            )
          case 'number':
            return (
              <TextInput
                {...props}
                inputMode="decimal"
                value={text}
                onChange={(event) => onValue(event.target.value)}
              />
            )
          case 'list':
            return (
              <TextArea
                {...props}
                code
                rows={Math.min(8, text.split('\n').length + 1)}
                value={text}
                onChange={(event) => onValue(event.target.value)}
              />
            )
          case 'json':
            return (
              <TextArea
                {...props}
                code
                rows={Math.min(14, Math.max(3, text.split('\n').length))}
                value={text}
                onChange={(event) => onValue(event.target.value)}
              />
            )
          case 'text':
            return kind.long ? (
              <TextArea
                {...props}
                rows={Math.min(10, text.split('\n').length + 2)}
                value={text}
                onChange={(event) => onValue(event.target.value)}
              />
            ) : (
              <TextInput {...props} value={text} onChange={(event) => onValue(event.target.value)} />
            )
        }
      }}
    </Field>
  )
}

function SwitchRow({
  field,
  checked,
  onValue,
}: {
  readonly field: FieldFacts
  readonly checked: boolean
  readonly onValue: (value: boolean) => void
}) {
  return (
    <div className={styles.switch}>
      <div>
        <p className={styles.label}>{field.label}</p>
        {field.description === null ? null : (
          <p className={styles.hint}>
            <Inline text={field.description} />
          </p>
        )}
      </div>
      <Switch checked={checked} onChange={onValue} label={field.label} />
    </div>
  )
}

function hintText(description: string | null, type: FieldFacts['kind']['type']) {
  const hint = hintOf(description, type)
  return hint === undefined ? undefined : <Inline text={hint} />
}

function hintOf(description: string | null, type: FieldFacts['kind']['type']): string | undefined {
  const how = type === 'list' ? 'One a line.' : type === 'json' ? 'As JSON.' : ''
  const hint = [description ?? '', how].filter((part) => part !== '').join(' ')
  return hint === '' ? undefined : hint
}
