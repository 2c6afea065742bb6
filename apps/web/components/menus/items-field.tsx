'use client'
import type { JsonObject } from '@belay/trace'
import { Plus, X } from 'lucide-react'
import { type Field as FieldFacts, type FormDraft, fieldsOf, newItem } from '../../lib/view/schema-fields'
import { Button, IconButton } from '../ui/button'
import { errorsOf } from './errors-of'
import { Hint, SchemaForm } from './schema-form'
import styles from './schema-form.module.css'

interface Props {
  readonly field: FieldFacts
  readonly item: JsonObject
  readonly items: readonly FormDraft[]
  readonly errors: Readonly<Record<string, string>>
  readonly onItems: (items: readonly FormDraft[]) => void
}

/** A list of objects: a form an item, in order. */
export function ItemsField({ field, item, items, errors, onItems }: Props) {
  const fields = fieldsOf(item, {})
  return (
    <fieldset className={styles.items}>
      <legend className={styles.label}>{field.label}</legend>
      <p className={styles.hint}>
        <Hint field={field} />
      </p>
      {items.map((draft, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name than their place
        <div key={at} className={styles.item}>
          <div className={styles.itemHead}>
            <span className={styles.hint}>{at + 1}</span>
            <IconButton
              label={`Remove item ${at + 1}`}
              small
              onClick={() => onItems(items.filter((_, other) => other !== at))}
            >
              <X size={14} />
            </IconButton>
          </div>
          <SchemaForm
            fields={fields}
            draft={draft}
            errors={errorsOf(errors, `${field.key}.${at}.`)}
            onDraft={(next) => onItems(items.map((other, place) => (place === at ? next : other)))}
          />
        </div>
      ))}
      {errors[field.key] === undefined ? null : (
        <p className={styles.error} role="alert">
          {errors[field.key]}
        </p>
      )}
      <Button small onClick={() => onItems([...items, newItem(item)])}>
        <Plus size={13} />
        Add
      </Button>
    </fieldset>
  )
}
