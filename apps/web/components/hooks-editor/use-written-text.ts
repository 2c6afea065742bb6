'use client'
/**
 * One file as it is written: what stands on the disk, and what was written over it. Promises: what a person wrote is never
 * lost to a reload or to another editor, and another editor's work is never overwritten unseen.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { isConflict, sayError } from '../../lib/errors'
import { type HookDraft, hearDrafts, keepDraft, keptDraft } from './hook-draft'

export interface DiskText {
  readonly file: string
  readonly text: string
  /** What a save must have started from. */
  readonly hash: string
}

export interface WrittenText<D extends DiskText = DiskText> {
  readonly slug: string
  /** Undefined while it is read; null where there is none (any more). */
  readonly disk: D | null | undefined
  readonly text: string
  readonly dirty: boolean
  /** The file holds something else than the writing began with. */
  readonly conflict: boolean
  readonly saving: boolean
  /** The last save of this page, until something is written. */
  readonly saved: D | null
  readonly write: (text: string) => void
  readonly save: () => Promise<void>
  /** What was written stands over what the file holds now, and is saved over it next. */
  readonly keepMine: () => void
  readonly takeTheirs: () => void
  /** What was written is thrown away; gives the way back, which also holds once another text is open. */
  readonly discard: () => () => void
}

export interface TextSource<D extends DiskText> {
  /** Names its draft. */
  readonly slug: string
  readonly disk: D | null | undefined
  /** Writes it and makes what is known of the disk follow. */
  readonly save: (draft: HookDraft) => Promise<D>
  /** It is another one on the disk than was thought. */
  readonly reread: () => Promise<void>
  /** After each try. */
  readonly settled: () => Promise<void>
}

export function useWrittenText<D extends DiskText>(source: TextSource<D>): WrittenText<D> {
  const { slug, disk } = source
  const [draft, setDraft] = useState<HookDraft | null>(() => keptDraft(slug))
  const [saving, setSaving] = useState(false)
  const [saved, setSaved] = useState<D | null>(null)
  const latest = useRef({ draft, source })
  latest.current = { draft, source }
  const put = useCallback(
    (next: HookDraft | null) => {
      latest.current = { ...latest.current, draft: next }
      setDraft(next)
      keepDraft(slug, next)
    },
    [slug],
  )
  // One that was thrown away may come back from a button that outlives the editor it was thrown away in.
  useEffect(
    () =>
      hearDrafts(() => {
        const kept = keptDraft(slug)
        const { draft: known } = latest.current
        if (kept !== null && known === null) put(kept)
      }),
    [slug, put],
  )
  const discard = useCallback(() => {
    const { draft: thrown } = latest.current
    put(null)
    return () => {
      // What was written since is younger.
      if (keptDraft(slug) === null) keepDraft(slug, thrown)
    }
  }, [slug, put])
  const write = useCallback(
    (text: string) => {
      const { draft: before, source: now } = latest.current
      const file = now.disk
      if (file === undefined) return
      const base = before === null ? (file?.hash ?? null) : before.base
      const isSame = file !== null && text === file.text && base === file.hash
      setSaved(null)
      put(isSame ? null : { base, text })
    },
    [put],
  )
  const save = useCallback(async () => {
    const { draft: written, source: now } = latest.current
    if (written === null || now.disk === undefined) return
    setSaving(true)
    try {
      const done = await now.save(written)
      const { draft: since } = latest.current
      // What was written while it was saved goes on from what was saved.
      put(since === null || since.text === done.text ? null : { base: done.hash, text: since.text })
      setSaved(done)
    } catch (error) {
      if (isConflict(error)) await now.reread()
      sayError(error)
    } finally {
      await now.settled()
      setSaving(false)
    }
  }, [put])
  return {
    ...{ slug, disk, saving, saved, write, save },
    text: draft?.text ?? disk?.text ?? '',
    dirty: draft !== null,
    conflict: draft !== null && disk !== undefined && draft.base !== (disk?.hash ?? null),
    keepMine: () => put(draft === null ? null : { base: disk?.hash ?? null, text: draft.text }),
    takeTheirs: () => put(null),
    discard,
  }
}
