'use client'
/** Fires a hook as soon as what it is or what it is fired on has changed, and a person has stopped typing. A newer firing ends an older one. */
import type { DraftFired } from '@belay/api'
import type { JsonObject, PointId } from '@belay/trace'
import { useEffect, useState } from 'react'
import { api, type LibraryHook } from '../../lib/api'
import { sentenceOf } from '../../lib/errors'
import type { EventToFire } from './fired-event'
import { hooksApi } from './hooks-api'

/** What is fired: a text as it is written, or a hook of the library. */
export type Fireable =
  | { readonly kind: 'draft'; readonly slug: string; readonly text: string }
  | { readonly kind: 'library'; readonly hook: LibraryHook }

export interface Firing {
  readonly what: Fireable
  readonly point: PointId
  readonly params: JsonObject
  readonly on: EventToFire
}

export interface Fired {
  readonly firing: Firing
  readonly result: DraftFired
}

export interface FiredState {
  readonly fired: Fired | null
  readonly busy: boolean
  /** A sentence where it could not be fired at all. */
  readonly trouble: string | null
}

/** The text was waited for already. */
const PAUSE_MS = 120

export function useFired(firing: Firing | null): FiredState {
  const [state, setState] = useState<FiredState>({ fired: null, busy: false, trouble: null })
  const key = firing === null ? null : JSON.stringify(firing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: two firings of the same are the same
  useEffect(() => {
    if (firing === null) return
    const controller = new AbortController()
    setState((before) => ({ ...before, busy: true }))
    const end = (next: Partial<FiredState>) => {
      if (!controller.signal.aborted) setState((before) => ({ ...before, busy: false, trouble: null, ...next }))
    }
    const timer = setTimeout(() => {
      run(firing, controller.signal).then(
        (result) => end({ fired: { firing, result } }),
        (error: unknown) => end({ trouble: sentenceOf(error) }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key])
  return firing === null ? { fired: null, busy: false, trouble: null } : state
}

async function run({ what, point, params, on }: Firing, signal: AbortSignal): Promise<DraftFired> {
  const { event, session } = on
  if (what.kind === 'draft') {
    const { slug, text } = what
    const of = session === null ? {} : { session }
    return hooksApi.fire({ ...{ slug, text, params, point, event, workspace: null }, ...of }, signal)
  }
  const attach = [{ hook: what.hook.slug, params, points: [point] }]
  const policy = { rewrites: 'first', stopAtFirstBlock: false } as const
  const outcome = await api.fire({ point, event, attach, workspace: null, session: null, ...policy })
  return { ok: true, outcome }
}
