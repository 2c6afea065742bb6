/**
 * Menus, all of one look. Thin over Radix: it has the keyboard, the focus and the names. An item that opens something which takes the
 * focus is done once the menu has let go of it.
 */
import { Check, ChevronRight } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { createContext, type ReactNode, type RefObject, use, useRef } from 'react'
import styles from './menu.module.css'

export const Menu = DropdownMenu.Root
export const MenuTrigger = DropdownMenu.Trigger
export const MenuRadioGroup = DropdownMenu.RadioGroup
export const SubMenu = DropdownMenu.Sub

interface ContentProps {
  readonly children: ReactNode
  readonly align?: 'start' | 'center' | 'end'
  readonly label?: string
  readonly width?: number
}

/** What is done when the menu is closed, in the place of giving the focus back. */
const OnceClosed = createContext<RefObject<(() => void) | null>>({ current: null })

export function MenuContent({ children, align = 'start', label, width }: ContentProps) {
  const onceClosed = useRef<(() => void) | null>(null)
  const close = (event: Event) => {
    const run = onceClosed.current
    if (run === null) return
    onceClosed.current = null
    event.preventDefault()
    run()
  }
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        className={styles.content}
        style={width === undefined ? undefined : { width }}
        align={align}
        sideOffset={6}
        collisionPadding={10}
        aria-label={label}
        loop
        onCloseAutoFocus={close}
      >
        <OnceClosed value={onceClosed}>{children}</OnceClosed>
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}

interface ItemProps {
  readonly children: ReactNode
  readonly onSelect: () => void
  readonly icon?: ReactNode
  readonly hint?: ReactNode
  /** A line below it. */
  readonly description?: string
  readonly disabled?: boolean
  readonly danger?: boolean
  /** What it opens takes the focus. */
  readonly takesFocus?: boolean
  /** It is there to be read, and choosing it does nothing. */
  readonly unavailable?: boolean
}

export function MenuItem({
  children,
  onSelect,
  icon,
  hint,
  description,
  disabled = false,
  danger = false,
  unavailable = false,
  takesFocus = false,
}: ItemProps) {
  const onceClosed = use(OnceClosed)
  const select = (event: Event) => {
    if (unavailable) event.preventDefault()
    else if (takesFocus) onceClosed.current = onSelect
    else onSelect()
  }
  return (
    <DropdownMenu.Item
      className={styles.item}
      onSelect={select}
      disabled={disabled}
      data-danger={danger}
      {...(unavailable ? { 'aria-disabled': true } : {})}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>
        {children}
        {description === undefined ? null : <span className={styles.description}>{description}</span>}
      </span>
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
    </DropdownMenu.Item>
  )
}

interface RadioProps {
  readonly value: string
  readonly children: ReactNode
  readonly description?: string
  readonly disabled?: boolean
}

export function MenuRadio({ value, children, description, disabled = false }: RadioProps) {
  return (
    <DropdownMenu.RadioItem className={styles.item} value={value} disabled={disabled}>
      <Choice description={description}>{children}</Choice>
    </DropdownMenu.RadioItem>
  )
}

interface CheckProps {
  readonly checked: boolean
  readonly onChecked: () => void
  readonly children: ReactNode
  readonly description?: string | undefined
  /** It is there to be read, and choosing it does nothing. */
  readonly unavailable?: boolean
}

/** The menu stays: of several things one seldom wants a single one. */
export function MenuCheck({ checked, onChecked, children, description, unavailable = false }: CheckProps) {
  const select = (event: Event) => {
    event.preventDefault()
    if (!unavailable) onChecked()
  }
  return (
    <DropdownMenu.CheckboxItem
      className={styles.item}
      checked={checked}
      onSelect={select}
      {...(unavailable ? { 'aria-disabled': true } : {})}
    >
      <Choice description={description}>{children}</Choice>
    </DropdownMenu.CheckboxItem>
  )
}

interface ChoiceProps {
  readonly children: ReactNode
  readonly description: string | undefined
}

function Choice({ children, description }: ChoiceProps) {
  return (
    <>
      <span className={styles.icon}>
        <DropdownMenu.ItemIndicator>
          <Check size={14} strokeWidth={2.5} />
        </DropdownMenu.ItemIndicator>
      </span>
      <span className={styles.text}>
        {children}
        {description === undefined ? null : <span className={styles.description}>{description}</span>}
      </span>
    </>
  )
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>
}

export function MenuNote({ children, bad = false }: { readonly children: ReactNode; readonly bad?: boolean }) {
  return (
    <p className={styles.note} data-bad={bad}>
      {children}
    </p>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className={styles.separator} />
}

export function SubMenuTrigger({ children, icon, hint }: Pick<ItemProps, 'children' | 'icon' | 'hint'>) {
  return (
    <DropdownMenu.SubTrigger className={styles.item}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>{children}</span>
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      <ChevronRight size={14} className={styles.arrow} />
    </DropdownMenu.SubTrigger>
  )
}

export function SubMenuContent({ children, width }: Pick<ContentProps, 'children' | 'width'>) {
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.SubContent
        className={styles.content}
        style={width === undefined ? undefined : { width }}
        sideOffset={4}
        collisionPadding={10}
        loop
      >
        {children}
      </DropdownMenu.SubContent>
    </DropdownMenu.Portal>
  )
}
