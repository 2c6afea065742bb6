'use client'
/**
 * What is written in the new-session dialog, kept by this browser: closing it by accident loses nothing, and the next
 * session begins with the choices of the last one. Only the name belongs to one session.
 */
import type { PermissionMode } from '@belay/trace'
import { useCallback, useRef, useState } from 'react'
import { keepText, keptText } from '../../lib/kept-text'

/** Where the hooks of the new session come from. */
export type HookSource = 'none' | 'set' | 'chosen'

export interface NewSessionDraft {
  readonly workspace: string
  readonly title: string
  /** Empty: the installation's default. */
  readonly model: string
  readonly permission: PermissionMode
  /** Empty: none. */
  readonly program: string
  readonly source: HookSource
  /** A set's name. */
  readonly set: string
  /** Slugs, in asking order. */
  readonly chosen: readonly string[]
  readonly picksExtensions: boolean
  /** Extensions that are not as a new session has them. */
  readonly switched: readonly string[]
}

const KEY = 'belay.new-session'
const EMPTY: NewSessionDraft = {
  workspace: '',
  title: '',
  model: '',
  permission: 'ask',
  program: '',
  source: 'none',
  set: '',
  chosen: [],
  picksExtensions: false,
  switched: [],
}

/** What is not ours to read is as good as nothing. */
export function readDraft(text: string | null): NewSessionDraft {
  const found = parse(text)
  const textOf = (key: keyof NewSessionDraft) => (typeof found[key] === 'string' ? found[key] : '')
  return {
    workspace: textOf('workspace'),
    title: textOf('title'),
    model: textOf('model'),
    permission: permissionOf(textOf('permission')),
    program: textOf('program'),
    source: sourceOf(textOf('source')),
    set: textOf('set'),
    chosen: namesOf(found.chosen),
    picksExtensions: found.picksExtensions === true,
    switched: namesOf(found.switched),
  }
}

function namesOf(found: unknown): readonly string[] {
  return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : []
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = JSON.parse(text ?? '{}')
    return typeof found === 'object' && found !== null ? { ...found } : {}
  } catch {
    return {}
  }
}

export function permissionOf(text: string): PermissionMode {
  return text === 'auto' || text === 'deny' ? text : 'ask'
}

export function sourceOf(text: string): HookSource {
  return text === 'set' || text === 'chosen' ? text : 'none'
}

export function useNewSessionDraft() {
  const [draft, setDraft] = useState(() => readDraft(keptText(KEY)))
  const latest = useRef(draft)
  const change = useCallback((part: Partial<NewSessionDraft>) => {
    latest.current = { ...latest.current, ...part }
    // At once: a dialog that closes with this change draws no other state.
    keepText(KEY, JSON.stringify(latest.current))
    setDraft(latest.current)
  }, [])
  /** The choices stay, the name is used up. */
  const used = useCallback((workspace: string) => change({ workspace, title: '' }), [change])
  return { draft, change, used }
}

export { EMPTY as EMPTY_DRAFT }
