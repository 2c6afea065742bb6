/** Attaches several hooks to a session that is there: all of them or none. */
import type { HookSpec, Operations } from '@belay/api'
import type { Composition, SessionId } from '@belay/trace'
import { failed } from './failure'

/** Where one cannot be attached, those before it are taken back. */
export async function attachAll(
  operations: Operations,
  session: SessionId,
  specs: readonly HookSpec[],
): Promise<Composition> {
  const made: Composition[] = []
  try {
    for (const spec of specs) made.push(await operations.attach(session, spec))
  } catch (error) {
    await takeBack(operations, session, made)
    throw error
  }
  return made.at(-1) ?? operations.composition(session)
}

/** Over nobody else's change: then what was attached stays, and that is said. */
async function takeBack(operations: Operations, session: SessionId, made: readonly Composition[]): Promise<void> {
  let expect = made.at(-1)?.hash
  try {
    for (const _ of made) expect = (await operations.undo(session, { expect })).hash
  } catch (error) {
    throw failed(`not all could be attached, and those that were stay. ${error instanceof Error ? error.message : ''}`)
  }
}
