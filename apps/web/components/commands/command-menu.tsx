'use client'
/** The commands of the session, above what is being written. The keyboard stays in the text. */
import type { CommandFacts } from '@belay/api'
import styles from './commands.module.css'

interface Props {
  readonly id: string
  readonly commands: readonly CommandFacts[]
  readonly at: number
  readonly onPick: (command: CommandFacts) => void
}

export function optionId(menu: string, name: string): string {
  return `${menu}-${name}`
}

export function CommandMenu({ id, commands, at, onPick }: Props) {
  return (
    <div className={styles.menu} id={id} role="listbox" aria-label="Commands of this session">
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the one that is active
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text's
        <div
          key={command.name}
          id={optionId(id, command.name)}
          role="option"
          aria-selected={index === at}
          className={styles.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(command)}
        >
          <span className={styles.usage}>{command.usage}</span>
          <span className={styles.about}>{command.description}</span>
        </div>
      ))}
    </div>
  )
}
