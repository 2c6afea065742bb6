'use client'
/**
 * Code in its colours, once the highlighter is there. Promises: the text is shown at once and its letters never move when the
 * colours come; code without a known language, or too long to be read anew at each word that streams, stays plain.
 */
import { useMemo, useSyncExternalStore } from 'react'
import type { CodePiece } from './code-tokens'

/** About ten milliseconds of work. */
const MOST_CHARS = 20_000

type Highlight = (code: string, language: string) => readonly CodePiece[] | null

let highlight: Highlight | null = null
let asked = false
const waiting = new Set<() => void>()

function load(): void {
  if (asked) return
  asked = true
  import('./grammars').then(
    (module) => {
      highlight = module.highlight
      for (const tell of waiting) tell()
    },
    () => {
      // Not to be had right now: the code stays plain, and the next one asks again.
      asked = false
    },
  )
}

function subscribe(tell: () => void): () => void {
  waiting.add(tell)
  load()
  return () => waiting.delete(tell)
}

const none = () => () => undefined

export function useCodePieces(code: string, language: string | null): readonly CodePiece[] | null {
  const wanted = language !== null && code.length <= MOST_CHARS
  const loaded = useSyncExternalStore(
    wanted ? subscribe : none,
    () => highlight,
    () => null,
  )
  return useMemo(
    () => (wanted && loaded !== null && language !== null ? loaded(code, language) : null),
    [wanted, loaded, code, language],
  )
}
