/** Puts one composition in the place of another, with its extensions: they take over together, or nothing changes. */
import type { Composition, SessionId } from '@belay/trace'
import { OperationError } from '../operations'
import type { CompositionWords } from '../sessions/session-composition'
import type { SessionRunner } from '../sessions/session-runner'
import type { Sessions } from '../sessions/sessions'
import type { SessionExtensions } from './session-extensions'

export interface ChangeParts {
  readonly sessions: Sessions
  readonly extensions: SessionExtensions
}

export interface CompositionChange {
  readonly before: Composition
  readonly after: Composition
  readonly words: CompositionWords
}

/** False where something else than `before` rules by now. Throws a conflict where its extensions can't take over. */
export async function changeComposition(
  { sessions, extensions }: ChangeParts,
  id: SessionId,
  { before, after, words }: CompositionChange,
): Promise<boolean> {
  const runner = sessions.runner(id)
  if (before.extensions.join() === after.extensions.join()) return runner.replaceComposition(before, after, words)
  checkQuiet(runner)
  const wanted = { extensions: after.extensions, workspace: sessions.record(id).workspace }
  const swapped = await extensions.swap(id, wanted, {
    replace() {
      checkQuiet(runner)
      return runner.replaceComposition(before, after, words)
    },
    withdraw: () => runner.withdraw(NOTICE),
  })
  if (swapped === false) return false
  if (swapped.notice !== null) runner.leave({ ...NOTICE, text: swapped.notice })
  return true
}

const NOTICE = { origin: 'reminder', from: 'extensions' } as const

function checkQuiet(runner: SessionRunner): void {
  if (runner.running() === null) return
  throw new OperationError(
    'conflict',
    'A turn of this session is not over yet, so its extensions stay as they are. Wait for the end of the turn, or stop it.',
  )
}
