/** Hooks of a session whose files have an error now: nobody should take them for guards that were asked. */
import type { Operations } from '@belay/api'
import type { SessionId } from '@belay/trace'
import type { Output } from '../output'
import { oneLine } from './text'

export async function tellWrong(out: Pick<Output, 'note'>, operations: Operations, session: SessionId): Promise<void> {
  const { hooks } = await operations.composition(session)
  for (const { name, version, error } of hooks) {
    if (error === null) continue
    const what = version === null ? 'does not run' : 'has an error, and its last good version runs'
    out.note(`belay: ${oneLine(name)} ${what}: ${oneLine(error)}`)
  }
}
