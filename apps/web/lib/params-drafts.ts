/**
 * Parameters that were written and not saved yet, by session and attachment, kept by this browser. Promises: other tabs
 * see them; each says what it was written over, so that whoever shows it can tell when that changed. Never sent anywhere.
 */
import type { JsonObject } from '@belay/trace'
import { keepText, keptText } from './kept-text'
import type { FormDraft } from './view/schema-fields'

export interface ParamsDraft {
  /** The parameters that it was written over. */
  readonly base: JsonObject
  readonly draft: FormDraft
}

const PREFIX = 'belay.params.'

/** Read once, so that what is the same stays the same object. */
const known = new Map<string, ParamsDraft | null>()
const listeners = new Set<() => void>()

export function paramsDraftKey(session: string, attachment: string): string {
  return `${PREFIX}${session}.${attachment}`
}

export function paramsDraft(key: string): ParamsDraft | null {
  const read = known.get(key)
  return read === undefined ? remember(key, keptText(key)) : read
}

export function keepParamsDraft(key: string, draft: ParamsDraft | null): void {
  const text = draft === null ? null : JSON.stringify(draft)
  remember(key, text)
  keepText(key, text)
  tell()
}

export function hearParamsDrafts(listener: () => void): () => void {
  if (listeners.size === 0) {
    // While nobody listened, another tab may have written.
    known.clear()
    window.addEventListener('storage', hear)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', hear)
  }
}

/** Another tab wrote. */
function hear({ key, newValue }: StorageEvent): void {
  if (key === null) known.clear()
  else if (key.startsWith(PREFIX)) remember(key, newValue)
  else return
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function remember(key: string, text: string | null): ParamsDraft | null {
  const read = readParamsDraft(text)
  known.set(key, read)
  return read
}

/** Null for what is none: an older app may have written it. */
export function readParamsDraft(text: string | null): ParamsDraft | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null || !('base' in value) || !('draft' in value)) return null
    const { base, draft } = value as { base: unknown; draft: unknown }
    return isRecord(base) && isRecord(draft) ? { base: base as JsonObject, draft: draft as FormDraft } : null
  } catch {
    // Not JSON: nothing that was kept here.
    return null
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
