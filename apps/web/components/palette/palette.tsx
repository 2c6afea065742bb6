'use client'
/**
 * The library beside the rail: every hook with what it does, to be dragged onto a station, or sent there by keyboard. It
 * lies over the conversation (in narrow windows over the timeline), so that the rail keeps its size and its place.
 */
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import Link from 'next/link'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { libraryQuery } from '../../lib/queries'
import { focusRail, returnFocus } from '../../lib/return-focus'
import { useFolded } from '../session/session-context'
import { IconButton } from '../ui/button'
import styles from './palette.module.css'
import { findHooks, groupHooks, listedIn, type PaletteGroup } from './palette-groups'
import { PaletteItem } from './palette-item'
import { openPalette, usePaletteOpen } from './palette-open'
import { type Choosing, StationChoice } from './station-choice'

export function Palette() {
  return usePaletteOpen() ? <OpenPalette /> : null
}

function OpenPalette() {
  const { data: library, error } = useQuery(libraryQuery)
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const groups = groupHooks(findHooks(library ?? [], search), search)
  const endChoice = () => {
    if (choosing !== null) returnFocus(choosing.opener)
    setChoosing(null)
  }
  useEffect(() => field.current?.focus(), [])
  // The menu is not inside: what is fixed in there would count from the palette's corner.
  return (
    <>
      <section className={styles.palette} aria-label="Hooks" data-testid="palette" onKeyDown={onKey}>
        <header className={styles.head}>
          <input
            ref={field}
            className={styles.search}
            placeholder="Search hooks"
            aria-label="Search hooks by name, what they do and their parameters"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <IconButton label="Close" keys="Esc" small onClick={close}>
            <X size={15} />
          </IconButton>
        </header>
        <WaitingNote />
        <div className={styles.list}>
          {groups.map((group) => (
            <Group key={group.point ?? 'broken'} group={group} onChoose={setChoosing} />
          ))}
          {groups.length > 0 ? null : <p className={styles.empty}>{emptyText(library, error)}</p>}
        </div>
        <footer className={styles.foot}>
          Drag onto a station, or press Enter. <Link href="/hooks">Write your own</Link>
        </footer>
      </section>
      <StationChoice choosing={choosing} onClose={endChoice} />
    </>
  )
}

/** What waits for the person is behind the palette: it says so, and gives way. */
function WaitingNote() {
  const waits = useFolded((state) => [...state.questions.values()].some(({ answer }) => answer === null))
  if (!waits) return null
  return (
    <button type="button" className={styles.waiting} onClick={close}>
      A question waits for you. Show it
    </button>
  )
}

interface GroupProps {
  readonly group: PaletteGroup
  readonly onChoose: (choosing: Choosing) => void
}

function Group({ group, onChoose }: GroupProps) {
  const { point } = group
  const title = point ?? 'Does not load'
  return (
    <section aria-label={title}>
      <h2 className={styles.group} data-broken={point === null}>
        {title}
      </h2>
      <ul>
        {listedIn(group).map(({ hook, brief }) => (
          <PaletteItem key={hook.slug} hook={hook} brief={brief} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  )
}

function close(): void {
  openPalette(false)
  focusRail()
}

/** Arrows go from hook to hook, from the search and back; Escape closes. */
function onKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
  // A menu of one of the hooks is drawn elsewhere and heard here.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    close()
    return
  }
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-hook]')]
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1
  stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus()
}

function emptyText(library: readonly LibraryHook[] | undefined, error: unknown): string {
  if (error !== null) return 'The library could not be read.'
  return library === undefined ? 'Reading the library…' : 'No hook matches.'
}
