/** What can be said and done about several hooks at once. */
import { heldText } from '@belay/canvas'
import type { Attachment, AttachmentId, Composition, HookMode } from '@belay/trace'

export interface Several {
  /** In asking order. */
  readonly hooks: readonly Attachment[]
  readonly ids: readonly AttachmentId[]
  /** `3 hooks`, or `the set careful` where it is that and nothing else. */
  readonly called: string
  /** The mode that all of them have, or null. */
  readonly mode: HookMode | null
  /** Why they can't be moved, saved or detached, or null. */
  readonly held: string | null
  /** Whether one of them stands under the name of a set. */
  readonly grouped: boolean
}

export function severalOf(composition: Composition | null, picked: readonly AttachmentId[]): Several {
  const all = composition?.hooks ?? []
  const hooks = all.filter(({ id }) => picked.includes(id))
  const [first] = hooks
  const mode = first !== undefined && hooks.every((hook) => hook.mode === first.mode) ? first.mode : null
  return {
    hooks,
    ids: hooks.map(({ id }) => id),
    called: calledOf(all, hooks),
    mode,
    held: hooks.map(heldText).find((text) => text !== null) ?? null,
    grouped: hooks.some(({ set }) => set !== undefined),
  }
}

function calledOf(all: readonly Attachment[], hooks: readonly Attachment[]): string {
  const set = hooks[0]?.set
  const whole = set !== undefined && hooks.every((hook) => hook.set === set)
  if (whole && all.filter((hook) => hook.set === set).length === hooks.length) return `the set ${set}`
  return hooks.length === 1 ? '1 hook' : `${hooks.length} hooks`
}
