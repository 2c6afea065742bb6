'use client'
/** The keys of the rail's tree beyond those of every tree: zooming, picking several, and changing where a hook stands. */
import { addPicks, togglePick } from '@belay/canvas'
import type { AttachmentId } from '@belay/trace'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { RailBoard } from './rail-board'
import { railKeyOf } from './rail-keys'
import type { TreeActions } from './rail-tree'
import { attachmentOf, hookOf, type RailEntry } from './rail-tree-entries'

/** How much closer one key comes. */
const KEY_ZOOM = 0.8

interface KeyParts extends TreeActions {
  readonly board: RailBoard
  readonly onPointed: (key: string) => void
}

export function useRailKeys(parts: KeyParts, entries: readonly RailEntry[], keys: string) {
  const { board, onPointed } = parts
  const follow = useRef<string | null>(null)
  useEffect(() => {
    const wanted = follow.current
    if (wanted === null || !keys.split('\n').includes(wanted)) return
    follow.current = null
    onPointed(wanted)
  }, [keys, onPointed])
  return (place: number, event: KeyboardEvent): boolean => {
    if (isZoomKey(event)) {
      if (event.key === '0') board.fit()
      else board.zoom(event.key === '-' ? 1 / KEY_ZOOM : KEY_ZOOM)
      return true
    }
    const entry = entries[place]
    const picked = pickOf(event, entry, parts, entries)
    if (picked !== null) {
      parts.onPick(picked)
      return true
    }
    const attachment = attachmentOf(entry)
    const key = railKeyOf(event.nativeEvent)
    if (key === null || entry === undefined || attachment === null) return false
    follow.current = board.edits.byKey({ attachment, point: entry.station.point }, key)
    return true
  }
}

function isZoomKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && ['0', '+', '=', '-'].includes(key)
}

/** X: this one, or no more; G: all of its set; Ctrl+A: all. Null for a key that picks nothing. */
function pickOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  entry: RailEntry | undefined,
  { picked, fixed }: TreeActions,
  entries: readonly RailEntry[],
): readonly AttachmentId[] | null {
  if (fixed !== null || altKey || shiftKey) return null
  const all = (meant: (entry: RailEntry) => boolean) => entries.filter(meant).flatMap((one) => attachmentOf(one) ?? [])
  if (ctrlKey || metaKey)
    return key === 'a'
      ? addPicks(
          [],
          all(() => true),
        )
      : null
  const attachment = attachmentOf(entry)
  const set = hookOf(entry)?.set ?? null
  if (key === 'x' && attachment !== null) return togglePick(picked, attachment)
  if (key === 'g' && set !== null)
    return addPicks(
      picked,
      all((one) => hookOf(one)?.set === set),
    )
  return null
}
