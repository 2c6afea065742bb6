'use client'
/**
 * One hook file as it is written: what stands on the disk, and what was written over it. Promises: what a person wrote
 * is never lost to a reload or to another editor, and another editor's work is never overwritten unseen.
 */
import type { HookFile, HookFileSaved } from '@belay/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { isConflict, isNotFound, sayError } from '../../lib/errors'
import { type HookDraft, keepDraft, keptDraft } from './hook-draft'
import { hookFileQuery, hooksApi } from './hooks-api'

export interface WrittenFile {
  readonly slug: string
  /** Undefined while it is read; null where there is none (any more). */
  readonly disk: HookFile | null | undefined
  readonly text: string
  readonly dirty: boolean
  /** The file holds something else than the writing began with. */
  readonly conflict: boolean
  readonly saving: boolean
  /** The last save of this page, until something is written. */
  readonly saved: HookFileSaved | null
  readonly error: unknown
  readonly write: (text: string) => void
  readonly save: () => Promise<void>
  /** What was written stands over what the file holds now, and is saved over it next. */
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}

export function useHookFile(slug: string): WrittenFile {
  const queries = useQueryClient()
  const query = useQuery(hookFileQuery(slug))
  const gone = isNotFound(query.error)
  const disk = gone ? null : query.data
  const [draft, setDraft] = useState<HookDraft | null>(() => keptDraft(slug))
  const [saving, setSaving] = useState(false)
  const [saved, setSaved] = useState<HookFileSaved | null>(null)
  const latest = useRef({ draft, disk })
  latest.current = { draft, disk }
  const put = useCallback(
    (next: HookDraft | null) => {
      latest.current = { ...latest.current, draft: next }
      setDraft(next)
      keepDraft(slug, next)
    },
    [slug],
  )
  const write = useCallback(
    (text: string) => {
      const { draft: before, disk: file } = latest.current
      if (file === undefined) return
      const base = before === null ? (file?.hash ?? null) : before.base
      const isSame = file !== null && text === file.text && base === file.hash
      setSaved(null)
      put(isSame ? null : { base, text })
    },
    [put],
  )
  const save = useCallback(async () => {
    const { draft: written, disk: file } = latest.current
    if (written === null || file === undefined) return
    setSaving(true)
    try {
      const done = await hooksApi.save({ slug, text: written.text, expect: written.base })
      const { hook: _, problems: __, running: ___, ...now } = done
      queries.setQueryData(hookFileQuery(slug).queryKey, now)
      const { draft: since } = latest.current
      // What was written while it was saved goes on from what was saved.
      put(since === null || since.text === done.text ? null : { base: done.hash, text: since.text })
      setSaved(done)
    } catch (error) {
      if (isConflict(error)) await queries.invalidateQueries({ queryKey: hookFileQuery(slug).queryKey })
      sayError(error)
    } finally {
      await queries.invalidateQueries({ queryKey: ['library'] })
      setSaving(false)
    }
  }, [slug, queries, put])
  return {
    ...{ slug, disk, saving, saved, write, save },
    error: gone ? null : query.error,
    text: draft?.text ?? disk?.text ?? '',
    dirty: draft !== null,
    conflict: draft !== null && disk !== undefined && draft.base !== (disk?.hash ?? null),
    keepMine: () => put(draft === null ? null : { base: disk?.hash ?? null, text: draft.text }),
    takeTheirs: () => put(null),
  }
}
