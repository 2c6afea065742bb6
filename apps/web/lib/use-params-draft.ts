'use client'
/** What was written into the parameters of an attached hook and not saved: there again on return, until it is saved or discarded. */
import type { Attachment } from '@belay/trace'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { hearParamsDrafts, keepParamsDraft, type ParamsDraft, paramsDraft, paramsDraftKey } from './params-drafts'
import { sameJson } from './view/same-json'
import type { FormDraft } from './view/schema-fields'

export interface KeptDraft {
  /** Null where nothing is unsaved. */
  readonly draft: FormDraft | null
  /** What was written over parameters that were changed since, and so is not shown. */
  readonly aside: FormDraft | null
  readonly keep: (draft: FormDraft | null) => void
}

export function useParamsDraft(session: string, { id, params }: Pick<Attachment, 'id' | 'params'>): KeptDraft {
  const key = paramsDraftKey(session, id)
  const kept = useSyncExternalStore(
    hearParamsDrafts,
    () => paramsDraft(key),
    () => null,
  )
  const keep = useCallback(
    (draft: FormDraft | null) => keepParamsDraft(key, draft === null ? null : { base: params, draft }),
    [key, params],
  )
  return useMemo(() => ({ ...placed(kept, params), keep }), [kept, params, keep])
}

export function placed(kept: ParamsDraft | null, params: Attachment['params']): Omit<KeptDraft, 'keep'> {
  if (kept === null) return { draft: null, aside: null }
  return sameJson(kept.base, params) ? { draft: kept.draft, aside: null } : { draft: null, aside: kept.draft }
}
