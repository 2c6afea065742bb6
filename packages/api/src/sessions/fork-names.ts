/** New ids for what a fork takes over: the same old id always has the same new one. */
import type { CopiedSpan } from '@belay/db'
import { type IdSource, questionId, type SessionId, spanId, turnId } from '@belay/trace'
import type { NewNames } from './rename-ids'

export interface FreshNames extends NewNames {
  /** Old and new ids of all spans that were named so far. */
  spans(): Iterable<readonly [from: string, to: string]>
}

export function freshNames(ids: IdSource, session: SessionId): FreshNames {
  const [turns, spans, questions] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()]
  return {
    session,
    turn: (id) => turnId(nameIn(turns, id, () => ids.next('trn'))),
    span: (id) => spanId(nameIn(spans, id, () => ids.next('spn'))),
    question: (id) => questionId(nameIn(questions, id, () => ids.next('qst'))),
    spans: () => spans,
  }
}

function nameIn(names: Map<string, string>, id: string, make: () => string): string {
  const known = names.get(id)
  if (known !== undefined) return known
  const made = make()
  names.set(id, made)
  return made
}

export function* copiedSpans(names: FreshNames, open: ReadonlySet<string>): Generator<CopiedSpan> {
  for (const [from, to] of names.spans()) yield { from, to, open: open.has(to) }
}
