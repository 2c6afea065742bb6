/**
 * What was written of a hook and not saved, by its name, kept by this browser until it is. Promises: says what it was written
 * over, so that a file that changed meanwhile is noticed.
 */
import { useSyncExternalStore } from 'react'
import { keepText, keptText } from '../../lib/kept-text'

export interface HookDraft {
  /** Hash of the file's text that the writing began with; null for a file that was gone by then. */
  readonly base: string | null
  readonly text: string
}

const keyOf = (slug: string) => `belay.hook.${slug}`

export function keptDraft(slug: string): HookDraft | null {
  return readDraft(keptText(keyOf(slug)))
}

export function keepDraft(slug: string, draft: HookDraft | null): void {
  keepText(keyOf(slug), draft === null ? null : JSON.stringify(draft))
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** Each draft that is kept or dropped in this page; of another page's is not told. */
export function hearDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether something of it is not saved, as the list shows it. */
export function useHasDraft(slug: string): boolean {
  return useSyncExternalStore(
    hearDrafts,
    () => keptDraft(slug) !== null,
    () => false,
  )
}

/** Null for what is none: an older app may have written it. */
export function readDraft(kept: string | null): HookDraft | null {
  try {
    const value: unknown = JSON.parse(kept ?? 'null')
    if (typeof value !== 'object' || value === null || !('base' in value) || !('text' in value)) return null
    const { base, text } = value
    return typeof text === 'string' && (base === null || typeof base === 'string') ? { base, text } : null
  } catch {
    // Not JSON: nothing that was kept here.
    return null
  }
}
