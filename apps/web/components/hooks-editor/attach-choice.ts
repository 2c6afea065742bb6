/** Which session a hook is attached to from its page: unasked never to one that has it already. */
import type { HookUse } from '@belay/api'
import { toldApart } from '../../lib/view/told-apart'

interface SessionLine {
  readonly id: string
  readonly title: string
  readonly createdAt: number
}

export interface AttachOption {
  readonly id: string
  /** Its title; two of one title have a number, the older first. */
  readonly label: string
  readonly has: boolean
}

/** In the order of the sessions. */
export function attachOptions(sessions: readonly SessionLine[], uses: readonly HookUse[]): readonly AttachOption[] {
  const has = new Set<string>(uses.map(({ session }) => session))
  const byAge = [...sessions].sort((one, other) => one.createdAt - other.createdAt)
  const labels = toldApart(byAge.map(({ title }) => title))
  const labelOf = new Map(byAge.map(({ id }, at) => [id, labels[at]] as const))
  return sessions.map(({ id, title }) => ({ id, label: labelOf.get(id) ?? title, has: has.has(id) }))
}

/** What the person chose, else the first that has it not; null where all have it: then they are asked. */
export function attachTarget(options: readonly AttachOption[], chosen: string | null): AttachOption | null {
  const found = options.find(({ id }) => id === chosen)
  return found ?? options.find(({ has }) => !has) ?? null
}
