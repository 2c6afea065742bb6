'use client'
/** The keyboard of the list. Keys that act on sessions act on the picked ones, else on the one where the keyboard stands. */
import type { SessionId } from '@belay/trace'
import type { KeyboardEvent, RefObject } from 'react'
import { isWriting } from '../session/keys-sheet'
import { NOTHING, pick } from './picking'
import { HEIGHTS, type Lines, type View } from './row-places'
import type { Shelf } from './shelf-view'
import type { ListState } from './use-list-state'

interface Around {
  readonly lines: Lines
  readonly scroll: View
  readonly frame: RefObject<HTMLElement | null>
  readonly shelf: Shelf
  readonly onLeave: () => void
}

export function useListKeys(list: ListState, around: Around) {
  return (event: KeyboardEvent) => {
    if (isWriting(event.target) || event.altKey || event.nativeEvent.isComposing) return
    const taken = move(list, around, event) || (event.shiftKey ? false : act(list, around, event))
    if (taken) event.preventDefault()
  }
}

function move(list: ListState, { scroll, onLeave }: Around, event: KeyboardEvent): boolean {
  const { ids, active, focus, picked, setPicked } = list
  const at = active === null ? -1 : ids.indexOf(active)
  if (event.key === 'ArrowUp' && at <= 0 && !event.shiftKey) {
    onLeave()
    return true
  }
  const page = Math.max(1, Math.floor(scroll.height / HEIGHTS.row) - 1)
  const to = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: ids.length - 1,
    PageUp: at - page,
    PageDown: at + page,
  }
  if (!isKeyOf(event.key, to) || event.ctrlKey || event.metaKey) return false
  const next = ids[Math.min(ids.length - 1, Math.max(0, to[event.key]))]
  if (next === undefined) return false
  if (event.shiftKey && active !== null) setPicked(pick(startAt(picked, active), next, 'range', ids))
  focus(next)
  return true
}

/** A range by keys starts where the keyboard stands. */
function startAt(picked: ListState['picked'], active: SessionId): ListState['picked'] {
  return picked.ids.size > 0 && picked.from !== null ? picked : { ids: picked.ids, from: active }
}

function act(list: ListState, { shelf }: Around, event: KeyboardEvent): boolean {
  const { active, chosen, many, picked, setPicked, actions } = list
  if (event.ctrlKey || event.metaKey) {
    if (event.key !== 'a') return false
    list.pickAll()
    return true
  }
  const deleted = shelf === 'deleted'
  switch (event.key) {
    case 'Escape':
      if (picked.ids.size === 0) return false
      setPicked(NOTHING)
      return true
    case ' ':
      if (active === null || !(event.target instanceof HTMLAnchorElement)) return false
      actions.pick(active, 'toggle')
      return true
    case 'F2':
      if (active === null || deleted) return false
      actions.startRename(active)
      return true
    case 'p':
      if (!deleted) many.pin(chosen())
      return !deleted
    case 'e':
      if (!deleted) many.archive(chosen())
      return !deleted
    case 'Delete':
    case 'Backspace':
      if (deleted) many.purge(chosen())
      else many.remove(chosen())
      return true
    case 'r':
      if (deleted) many.restore(chosen())
      return deleted
    default:
      return false
  }
}

function isKeyOf<T extends object>(key: string, of: T): key is keyof T & string {
  return Object.hasOwn(of, key)
}
