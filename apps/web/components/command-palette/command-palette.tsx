'use client'
/**
 * Everything that can be done on the page and everywhere one can go from it, by name. The keyboard stays in the search; what is
 * chosen happens once the palette is gone and the keyboard is back where it came from, as if its key had been pressed there.
 */
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { pageActions, useAllActions } from '../actions/use-actions'
import { Keys } from '../ui/keys'
import styles from './command-palette.module.css'
import { PaletteList } from './palette-list'
import { OPENS_PALETTE, openCommands } from './palette-open'
import { type PaletteRow, paletteRows } from './rows'
import { usePlacesOfApp } from './use-places-of-app'
import { noteUsed, usedLast } from './used'

export function CommandPalette() {
  const [opener] = useState(() => document.activeElement)
  const chosen = useRef<PaletteRow | null>(null)
  const onChoose = (row: PaletteRow) => {
    chosen.current = row
    noteUsed(row.id)
    openCommands(false)
  }
  const onGone = (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    chosen.current?.run()
  }
  return (
    <Dialog.Root open onOpenChange={openCommands}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.veil}>
          <Dialog.Content
            className={styles.palette}
            aria-describedby={undefined}
            data-testid="commands"
            onCloseAutoFocus={onGone}
          >
            <Dialog.Title className="visually-hidden">Commands</Dialog.Title>
            <Searched onChoose={onChoose} />
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const KEY_STEP: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

function Searched({ onChoose }: { readonly onChoose: (row: PaletteRow) => void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { rows, hidden } = useRows(typed)
  const active = Math.min(at, Math.max(rows.length - 1, 0))
  const choose = (row: PaletteRow | undefined) => {
    if (row !== undefined && row.reason === null) onChoose(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = stepTo(event, active, rows.length)
    if (to !== null) setAt(to)
    else if (event.key === 'Enter') choose(rows[active])
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.head}>
        <Search size={16} aria-hidden className={styles.glass} />
        <input
          className={styles.search}
          placeholder="What to do, or where to go"
          aria-label="Search for what to do, or where to go"
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={rows.length === 0 ? undefined : `${id}-${active}`}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Keys keys="Esc" />
      </div>
      <PaletteList
        id={id}
        rows={rows}
        active={active}
        grouped={typed.trim() === ''}
        onActive={setAt}
        onChoose={choose}
      />
      <p className={styles.foot} role="status">
        {footText(rows, hidden, active)}
      </p>
    </>
  )
}

/** One end goes on at the other. */
function stepTo({ key, ctrlKey }: KeyboardEvent, active: number, count: number): number | null {
  if (count === 0) return null
  if (ctrlKey && key === 'Home') return 0
  if (ctrlKey && key === 'End') return count - 1
  const by = KEY_STEP[key]
  if (by === undefined) return null
  const to = active + by
  if (to >= 0 && to < count) return to
  if (Math.abs(by) > 1) return to < 0 ? 0 : count - 1
  return to < 0 ? count - 1 : 0
}

function useRows(typed: string) {
  const all = useAllActions()
  const actions = useMemo(() => all.filter(({ id }) => id !== OPENS_PALETTE), [all])
  const ofApp = usePlacesOfApp()
  const [used] = useState(usedLast)
  // Made once for all that is typed; only the page's own places are made anew when it opens.
  const [ofPage] = useState(() => pageActions.places())
  return useMemo(
    () => paletteRows({ actions, places: [...ofPage, ...ofApp], used }, typed),
    [actions, ofPage, ofApp, used, typed],
  )
}

function footText(rows: readonly PaletteRow[], hidden: number, active: number): string {
  if (rows.length === 0) return 'Nothing is called so'
  const reason = rows[active]?.reason ?? null
  if (reason !== null) return `${reason}.`
  return hidden > 0 ? `${hidden.toLocaleString('en')} more: write a part of the name` : ''
}
