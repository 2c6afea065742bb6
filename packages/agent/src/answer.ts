/** A reply without calls: the answer of the turn, unless a hook wants another pass. */
import type { ReplyRow } from '@belay/trace'
import { addContext, ask } from './asking'
import { commitInput } from './input'
import type { TurnEnd } from './ports'
import { UNKNOWN_USAGE } from './reply'
import { askStop, capOf, type Next } from './stopping'
import { commit, ending, endingOf, type Turn } from './turn'

type Again = Extract<Next, { next: 'again' }>

/** Behind the results of all calls of a step. */
export const AFTER_CALLS = Number.POSITIVE_INFINITY

/** An ending, or null where the turn takes another pass. */
export async function finish(turn: Turn, reply: ReplyRow, next: Next): Promise<TurnEnd | null> {
  if (next.next === 'again') return goOn(turn, reply, next)
  if (turn.setup.spawned) {
    const child = await askStop(turn, 'agent.stop', reply)
    if (endingOf(turn) !== null) return endingOf(turn)
    if (child.next === 'again') return goOn(turn, reply, child)
    if (child.next === 'end' && next.next === 'default') return complete(turn, reply, child)
  }
  return complete(turn, reply, next)
}

/** Another pass on a reply without calls, as far as the caps allow. */
async function goOn(turn: Turn, reply: ReplyRow, { texts, counts, lifts }: Again): Promise<TurnEnd | null> {
  const { stop, ports } = turn
  stop.repeats = stop.answer === reply.text ? stop.repeats + 1 : 1
  stop.answer = reply.text
  const cap = capOf(stop, ports.continuations.lastHour(), counts)
  if (cap !== null)
    return guardAnswer(turn, reply, ending('capped', cap.reason, { code: cap.code, answer: reply.text }))
  stop.held += 1
  if (counts) {
    stop.counted += 1
    ports.continuations.add()
  }
  stop.lifted = lifts
  addContext(turn, texts, AFTER_CALLS)
  if (turn.pending.length === 0) commitInput(turn, { text: 'Go on.', origin: 'loop', from: null })
  return null
}

async function complete(turn: Turn, reply: ReplyRow, next: Next): Promise<TurnEnd> {
  const { answer: own, reason, by } = next.next === 'end' ? next : { answer: null, reason: null, by: null }
  const answer = own ?? reply.text
  if (answer.trim() === '') return ending('completed', reason, { code: 'empty_answer', answer: '' })
  return guardAnswer(turn, reply, ending('completed', reason, { answer }), by)
}

/** Asks `guard.onOutput` and commits the answer where it is not the reply's own text any more. */
async function guardAnswer(turn: Turn, reply: ReplyRow, end: TurnEnd, by: string | null = null): Promise<TurnEnd> {
  const answer = end.answer ?? ''
  if (answer.trim() === '') return end
  const said = await ask(turn, { point: 'guard.onOutput', event: { ans: answer }, about: turn.stepSpan })
  if (said?.decision === 'block') return reject(turn, reply, { by: said.by ?? 'a hook', reason: said.reason })
  const kept = typeof said?.value === 'string' ? said.value : answer
  if (kept !== reply.text) commitAnswer(turn, reply, { text: kept, by: said?.by ?? by })
  return endingOf(turn) ?? { ...end, answer: kept }
}

function reject(turn: Turn, reply: ReplyRow, { by, reason }: { by: string; reason: string | null }): TurnEnd {
  const why = `${by}: ${reason ?? 'rejected'}`
  commitAnswer(turn, reply, { text: `(The answer was rejected by ${why})`, by })
  return endingOf(turn) ?? ending('blocked', why)
}

/** A reply with calls stays, since results belong to it: the answer stands behind it, as the hook's own. */
function commitAnswer(turn: Turn, reply: ReplyRow, { text, by }: { text: string; by: string | null }): void {
  const row = { kind: 'reply', turn: turn.setup.turn, text, reasoning: '', calls: [], end: 'stop' } as const
  const { provider, model, id } = reply
  const whose =
    reply.calls.length > 0
      ? { provider: 'hook', model: by ?? 'a hook', replaces: null }
      : { provider, model, replaces: id }
  commit(turn, { ...row, ...whose, usage: UNKNOWN_USAGE })
}
