import { ToggleGroup } from 'radix-ui'
import styles from './segments.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onValue: (value: string) => void
}

/** One of a few, all in sight. Pressing the one that is chosen keeps it. */
export function Segments({ label, value, options, onValue }: Props) {
  return (
    <ToggleGroup.Root
      className={styles.segments}
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => (next === '' ? null : onValue(next))}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value} className={styles.segment}>
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
