/** Which putting back can be taken back: the last of the session's own of which something is left. Pure. */
import type { EventOf, SessionState } from '@belay/trace'
import { AS_IT_WAS } from '@belay/trace'

type PutBack = EventOf<'files.put_back'>
type Reads = Pick<SessionState, 'putBacks' | 'session' | 'turnById'>

export function undoablePutBack(state: Reads): PutBack | null {
  const open: { readonly event: PutBack; readonly left: Set<string> }[] = []
  for (const event of state.putBacks) {
    if (isTakenOver(state, event)) continue
    if (event.undo !== true) {
      const left = new Set(event.files.flatMap(({ path, result }) => (result === 'kept' ? [] : [path])))
      if (left.size > 0) open.push({ event, left })
      continue
    }
    const last = open.at(-1)
    for (const { path, result, reason } of event.files)
      if (result !== 'kept' || reason === AS_IT_WAS) last?.left.delete(path)
    if (last?.left.size === 0) open.pop()
  }
  return open.at(-1)?.event ?? null
}

/** What a fork took over was put back in the other session, where it can be taken back. */
function isTakenOver({ session, turnById }: Reads, { turns }: PutBack): boolean {
  const until = session?.forkedFrom?.turns ?? 0
  return turns.every((turn) => (turnById.get(turn)?.number ?? 0) <= until) && until > 0
}
