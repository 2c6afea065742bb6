/** Hooks of a session that are not what was attached: nobody should take them for guards that were asked. */
import type { AttachedTrouble, Operations } from '@belay/api'
import type { Attachment, SessionId } from '@belay/trace'
import type { Output } from '../output'
import { oneLine } from './text'

export interface Wrong {
  readonly what: 'does not run' | 'has an error, and its last good version runs' | 'is not asked as it was attached'
  readonly why: string
}

/** Null where it is asked as it was attached. */
export function wrongOf({ version, error, unfit }: Pick<Attachment, 'version' | 'error' | 'unfit'>): Wrong | null {
  if (error === null) return unfit === undefined ? null : { what: 'is not asked as it was attached', why: unfit.why }
  if (version === null) return { what: 'does not run', why: error }
  return { what: 'has an error, and its last good version runs', why: error }
}

export async function tellWrong(out: Pick<Output, 'note'>, operations: Operations, session: SessionId): Promise<void> {
  const { hooks } = await operations.composition(session)
  for (const hook of hooks) {
    const wrong = wrongOf(hook)
    if (wrong !== null) out.note(`belay: ${oneLine(hook.name)} ${wrong.what}: ${oneLine(wrong.why)}`)
  }
}

/** Below a list of all hooks: where those stand that were attached before they were edited. */
export function troublesText(troubles: readonly AttachedTrouble[]): readonly string[] {
  if (troubles.length === 0) return []
  const lines = troubles.map(({ name, title, session, message }) =>
    [`  ${oneLine(name)} in “${oneLine(title)}” (${session}):`, oneLine(message)].join(' '),
  )
  return ['', 'not asked as they were attached:', ...lines]
}
