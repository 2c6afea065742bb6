import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { Tip } from './tip'

export type ButtonTone = 'plain' | 'primary' | 'ask' | 'danger' | 'quiet'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone
  readonly small?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ tone = 'plain', small = false, className, type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} data-tone={tone} data-small={small} className={join(styles.button, className)} />
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** Says what it does: read aloud and shown as a tip. */
  readonly label: string
  readonly keys?: string
  /** Where its tip opens. */
  readonly side?: 'top' | 'bottom' | 'left' | 'right'
  readonly children: ReactNode
}

export function IconButton({
  label,
  keys,
  side,
  tone = 'quiet',
  small = false,
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Tip text={label} keys={keys} {...(side === undefined ? {} : { side })}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        data-tone={tone}
        data-small={small}
        className={join(styles.icon, className)}
      >
        {children}
      </button>
    </Tip>
  )
}

function join(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ')
}
