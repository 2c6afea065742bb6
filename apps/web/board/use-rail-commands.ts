'use client'
/**
 * What can be done on the rail where the keyboard is, or with what is selected. The keyboard goes along with a hook that is moved
 * to another station.
 */
import { addPicks, togglePick } from '@belay/canvas'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { isPress } from '../components/actions/key-press'
import { useActions } from '../components/actions/use-actions'
import { isPicked } from './rail-actions'
import type { RailBoard } from './rail-board'
import { type RailCommands, railActions } from './rail-commands'
import type { TreeActions } from './rail-tree'
import { attachmentOf, hookOf, type RailEntry } from './rail-tree-entries'

/** How much closer one key comes. */
const KEY_ZOOM = 0.8

export interface CommandParts extends TreeActions {
  readonly board: RailBoard
  readonly onPointed: (key: string) => void
}

export interface RailKeys {
  /** What the tree asks for at one of its places. */
  menu(place: number): void
  toggle(place: number): void
  /** Whether a key of the tree was one of theirs. */
  press(place: number, event: KeyboardEvent): boolean
}

export function useRailCommands(parts: CommandParts, entries: readonly RailEntry[], keys: string): RailKeys {
  const follow = useFollow(parts.onPointed, keys)
  const now = useRef<Now>({ parts, entries, at: null })
  useEffect(() => {
    now.current = { parts, entries, at: null }
  })
  const commands = useMemo(() => commandsOf(() => now.current, follow), [follow])
  const actions = useMemo(() => railActions(commands), [commands])
  useActions(actions)
  /** The board hears where the keyboard is a moment later. */
  const at = <T>(place: number, run: () => T): T => {
    now.current = { ...now.current, at: entries[place]?.key ?? null }
    const done = run()
    now.current = { ...now.current, at: null }
    return done
  }
  return {
    menu: (place) => at(place, () => commands.menu()),
    toggle: (place) => at(place, () => commands.toggle(null)),
    press: (place, event) => at(place, () => pressOne(event)),
  }

  function pressOne(event: KeyboardEvent): boolean {
    const action = actions.find((one) => one.keys?.some((key) => isPress(key, event.nativeEvent)))
    if (action === undefined) return false
    // Where there is nothing to do it with, the page may have a meaning for the key.
    if ((action.unavailable?.() ?? null) !== null && !isEdit(action.id, commands)) return false
    action.run()
    return true
  }
}

/** An edit that is refused says so on the rail itself. */
function isEdit(id: string, { hasHook }: RailCommands): boolean {
  return hasHook() && !id.startsWith('hook.pick')
}

function useFollow(onPointed: (key: string) => void, keys: string): (key: string | null) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const key = wanted.current
    if (key === null || !keys.split('\n').includes(key)) return
    wanted.current = null
    onPointed(key)
  }, [keys, onPointed])
  return useCallback((key) => {
    wanted.current = key
  }, [])
}

interface Now {
  readonly parts: CommandParts
  readonly entries: readonly RailEntry[]
  /** Where the keyboard is in the tree, while it asks for something. */
  readonly at: string | null
}

function commandsOf(now: () => Now, follow: (key: string | null) => void): RailCommands {
  const meant = () => {
    const { parts, entries, at } = now()
    const key = at ?? parts.board.meantKey
    return entries.find((entry) => entry.key === key)
  }
  const attachment = () => attachmentOf(meant())
  return {
    fit: () => now().parts.board.fit(),
    zoom: (by) => now().parts.board.zoom(by === 'in' ? KEY_ZOOM : 1 / KEY_ZOOM),
    hasHook: () => attachment() !== null,
    hasPlace: () => meant() !== undefined,
    hasSet: () => (hookOf(meant())?.set ?? null) !== null,
    fixed: () => now().parts.fixed,
    menu: () => openMenu(now().parts, meant()),
    toggle(mode) {
      const { parts } = now()
      const at = attachment()
      if (at === null) return
      if (mode === null && isPicked(parts, at)) parts.board.edits.switchPicked(at)
      else parts.onToggle(at, mode)
    },
    change(key) {
      const entry = meant()
      const at = attachmentOf(entry)
      if (entry !== undefined && at !== null)
        follow(now().parts.board.edits.byKey({ attachment: at, point: entry.station.point }, key))
    },
    pick: (which) => pick(now(), meant(), which),
    open() {
      const at = attachment()
      if (at !== null) now().parts.onHookOpen(at)
    },
  }
}

function openMenu(parts: CommandParts, entry: RailEntry | undefined): void {
  const { board, onStationMenu, onHookMenu, onPickedMenu } = parts
  const anchor = entry === undefined ? null : board.where.anchorOf(entry.key)
  if (entry === undefined || anchor === null) return
  const attachment = attachmentOf(entry)
  if (hookOf(entry) === undefined) onStationMenu(entry.station.point, anchor)
  else if (isPicked(parts, attachment)) onPickedMenu(anchor)
  else if (attachment !== null) onHookMenu(attachment, anchor)
}

function pick({ parts, entries }: Now, entry: RailEntry | undefined, which: 'one' | 'set' | 'all'): void {
  const { picked, onPick } = parts
  const attachment = attachmentOf(entry)
  const set = hookOf(entry)?.set ?? null
  const all = (meant: (one: RailEntry) => boolean) => entries.filter(meant).flatMap((one) => attachmentOf(one) ?? [])
  if (which === 'all') {
    const every = all(() => true)
    onPick(addPicks([], every))
  } else if (which === 'set') {
    const ofSet = all((one) => hookOf(one)?.set === set)
    if (set !== null) onPick(addPicks(picked, ofSet))
  } else if (attachment !== null) onPick(togglePick(picked, attachment))
}
