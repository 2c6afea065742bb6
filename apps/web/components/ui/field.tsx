/** Labelled inputs. A field says what it is for above, what is wrong with it below, and both are read aloud. */

import { Check } from 'lucide-react'
import { Checkbox as RadixCheckbox, Switch as RadixSwitch } from 'radix-ui'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import styles from './field.module.css'

interface FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly children: (props: {
    readonly id: string
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': boolean
  }) => ReactNode
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter((part) => part !== '')
    .join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint === undefined ? null : (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error !== undefined,
      })}
      {error === undefined ? null : (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly code?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

export function TextInput({ code = false, ...rest }: InputProps) {
  return <input type="text" autoComplete="off" spellCheck={false} {...rest} className={styles.input} data-code={code} />
}

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  readonly code?: boolean
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ code = false, rows = 3, ...rest }: AreaProps) {
  return <textarea spellCheck={false} {...rest} rows={rows} className={styles.area} data-code={code} />
}

export function Choice({ children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <select {...rest} className={styles.select}>
      {children}
    </select>
  )
}

interface SwitchProps {
  readonly id?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label?: string
}

export function Switch({ id, checked, onChange, label }: SwitchProps) {
  return (
    <RadixSwitch.Root id={id} className={styles.switch} checked={checked} onCheckedChange={onChange} aria-label={label}>
      <RadixSwitch.Thumb className={styles.thumb} />
    </RadixSwitch.Root>
  )
}

interface CheckboxProps {
  readonly id?: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly label?: string
  /** Where the same can be done from the keyboard in another way. */
  readonly skipped?: boolean
  readonly onChange: (checked: boolean) => void
}

export function Checkbox({ id, checked, disabled = false, label, skipped = false, onChange }: CheckboxProps) {
  return (
    <RadixCheckbox.Root
      id={id}
      className={styles.checkbox}
      checked={checked}
      disabled={disabled}
      aria-label={label}
      tabIndex={skipped ? -1 : undefined}
      onCheckedChange={(state) => onChange(state === true)}
    >
      <RadixCheckbox.Indicator className={styles.tick}>
        <Check size={12} strokeWidth={3.2} />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  )
}
