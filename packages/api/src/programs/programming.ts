/** Programs, and which of them rules a session. */
import type { Composition, SessionId } from '@belay/trace'
import type { Programming } from '../contract/programs'
import { compose } from '../hooks/composition'
import { type SyncParts, syncHooks } from '../hooks/sync-hooks'
import type { Sessions } from '../sessions/sessions'
import { usableProgram } from './usable-program'

export interface ProgrammingParts extends SyncParts {
  readonly sessions: Sessions
}

export function programming(parts: ProgrammingParts): Programming {
  const { library } = parts
  return {
    programs: () => library.programs(),
    program: (name) => library.program(name),
    setProgram: (id, name) => setProgram(parts, id, name),
  }
}

/** What the library is asked for takes a moment: where somebody edits meanwhile, it begins anew. */
async function setProgram(parts: ProgrammingParts, id: SessionId, wanted: string | null): Promise<Composition> {
  const runner = parts.sessions.runner(id)
  const program = wanted === null ? undefined : (await usableProgram(parts.library, wanted)).name
  for (;;) {
    const before = runner.composition()
    if (before.program === program) return before
    const { hooks } = await syncHooks(parts, { ...before, workspace: parts.sessions.record(id).workspace, program })
    const after = compose({ ...before, program, hooks })
    if (runner.replaceComposition(before, after, { kind: 'edit', ...wordsOf(before.program, program) })) return after
  }
}

function wordsOf(before: string | undefined, after: string | undefined) {
  if (after === undefined)
    return { name: `take off the program ${before}`, change: `the program ${before} does not rule any more` }
  const instead = before === undefined ? '' : ` in the place of ${before}`
  return { name: `set the program to ${after}`, change: `the program ${after} rules${instead}` }
}
