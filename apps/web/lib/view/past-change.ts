/**
 * What a change means that was made on hooks as an earlier turn had them: it goes to the hooks of now. A hook that is gone
 * cannot be changed, and a place in an order that is past is no place in that of now.
 */
import type { AttachmentChange, HookSpec } from '@belay/api'
import type { AttachmentId, Composition } from '@belay/trace'

export type PastChange =
  | { readonly kind: 'apply'; readonly change: AttachmentChange }
  | { readonly kind: 'gone' }
  | { readonly kind: 'order' }

export function changeOfPast(now: Composition | null, id: AttachmentId, change: AttachmentChange): PastChange {
  if (now?.hooks.some((hook) => hook.id === id) !== true) return { kind: 'gone' }
  const { position: _, ...rest } = change
  return Object.values(rest).some((value) => value !== undefined) ? { kind: 'apply', change: rest } : { kind: 'order' }
}

export function specOfPast({ position: _, ...spec }: HookSpec): HookSpec {
  return spec
}
