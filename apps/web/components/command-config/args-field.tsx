'use client'
import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../ui/button'
import { TextInput } from '../ui/field'
import styles from './commands.module.css'

interface Props {
  readonly what: string
  readonly args: readonly string[]
  readonly onArgs: (args: readonly string[], typing: boolean) => void
}

/** Arguments of a program, each to the letter: no shell takes them apart. */
export function ArgsField({ what, args, onArgs }: Props) {
  return (
    <div className={styles.args}>
      {args.map((arg, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: arguments have no other name than their place
        <span key={at} className={styles.arg}>
          <TextInput
            code
            aria-label={`Argument ${at + 1} of ${what}`}
            value={arg}
            onChange={({ target }) => onArgs(args.with(at, target.value), true)}
          />
          <IconButton
            small
            label={`Remove argument ${at + 1} of ${what}`}
            onClick={() =>
              onArgs(
                args.filter((_, other) => other !== at),
                false,
              )
            }
          >
            <X size={13} />
          </IconButton>
        </span>
      ))}
      <Button small tone="quiet" onClick={() => onArgs([...args, ''], false)}>
        <Plus size={13} />
        Add an argument
      </Button>
    </div>
  )
}
