/**
 * The type checker, started once for the page when an editor first wants it. Promises: nobody who types waits for it; where
 * it can't be had, its answers are empty and `state` says so.
 */
import { type Remote, wrap } from 'comlink'
import type { HookTypes } from '../../types-worker/protocol'

export type TypesState = 'loading' | 'ready' | 'failed'

let checker: Promise<Remote<HookTypes>> | null = null
let state: TypesState = 'loading'
const listeners = new Set<() => void>()

export function typesState(): TypesState {
  return state
}

export function hearTypes(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Rejects where it can't be had. */
export function hookTypes(): Promise<Remote<HookTypes>> {
  checker ??= start().then(
    (types) => {
      become('ready')
      return types
    },
    (error: unknown) => {
      become('failed')
      throw error
    },
  )
  return checker
}

function become(next: TypesState): void {
  state = next
  for (const listener of listeners) listener()
}

async function start(): Promise<Remote<HookTypes>> {
  const response = await fetch('/hook-types/version.json', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`the types of hooks answer with ${response.status}`)
  const { version }: { version: string } = await response.json()
  const worker = new Worker(`/hook-types/${version}/worker.js`, { name: 'types of hooks' })
  const types = wrap<HookTypes>(worker)
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('the worker of types does not start')), { once: true })
  })
  await Promise.race([types.ready(), broken])
  return types
}
