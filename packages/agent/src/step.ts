/** One pass of the loop: a request, a model call, and what follows from the reply. Returns an ending, or null to go on. */
import { ATTR, callId, type ReplyRow } from '@belay/trace'
import { AFTER_CALLS, finish } from './answer'
import { addContext } from './asking'
import { checkRecord } from './call-check'
import { dropCalls, recordTruncatedCalls, runCalls } from './calls'
import { commitInput, takeLaterInputs } from './input'
import { callModel } from './model-call'
import type { TurnEnd } from './ports'
import { callsOf, type Draft, endOf, isTruncated } from './reply'
import { buildRequest } from './request'
import { askStop, type Next } from './stopping'
import { countUsage, measureOf } from './tokens-of-stage'
import { commit, ending, endingOf, statusOf, type Turn } from './turn'

/** The same mistake in arguments in so many replies in a row: the model will not find out of it by itself. */
const MOST_MISTAKES = 3

export async function takeStep(turn: Turn): Promise<TurnEnd | null> {
  if (turn.step >= turn.setup.maxIterations && !turn.stop.lifted) return spent(turn)
  turn.stop.lifted = false
  turn.step += 1
  turn.provider = turn.base.provider
  turn.model = turn.base.model
  const attributes = { [ATTR.step]: turn.step }
  turn.stepSpan = turn.spans.start({ kind: 'step', name: `${turn.step}`, parent: turn.root, attributes })
  const end = await insideStep(turn)
  turn.spans.end(turn.stepSpan, end === null ? 'ok' : statusOf(end))
  turn.stepSpan = turn.root
  return end
}

function spent(turn: Turn): TurnEnd {
  const reason = `All ${turn.setup.maxIterations} steps of the turn are spent.`
  return ending('capped', reason, { code: 'max_iterations' })
}

async function insideStep(turn: Turn): Promise<TurnEnd | null> {
  const rejected = await takeLaterInputs(turn)
  if (rejected !== null) return rejected
  const request = endingOf(turn) === null ? await buildRequest(turn) : null
  if (request === null) return endingOf(turn)
  const called = await callModel(turn, request)
  if (called.end === 'turn') return called.ending
  return afterReply(turn, commitReply(turn, called.draft))
}

function commitReply(turn: Turn, draft: Draft): ReplyRow {
  const { text, reasoning, usage } = draft
  turn.promptTokens = usage.input ?? turn.promptTokens
  countUsage(turn, usage)
  const calls = callsOf(draft, () => callId(turn.ports.ids.next('cal')))
  const { provider, model } = turn
  const facts = { kind: 'reply', turn: turn.setup.turn, replaces: null } as const
  const kept = draft.kept === null ? {} : { kept: draft.kept }
  const row = { ...facts, text, reasoning, calls, provider, model, usage, end: endOf(draft), ...kept }
  const { id, at } = commit(turn, row)
  turn.memory.measure = measureOf(id, usage)
  return { ...row, id, at }
}

async function afterReply(turn: Turn, reply: ReplyRow): Promise<TurnEnd | null> {
  const next = await askStop(turn, 'stop.done', reply)
  if (isTruncated(reply.end)) return afterTruncated(turn, reply, next)
  turn.truncated = 0
  if (reply.calls.length === 0) {
    turn.mistakes = new Map()
    return endingOf(turn) ?? finish(turn, reply, next)
  }
  if (next.next === 'end' && endingOf(turn) === null) return endWithCalls(turn, reply, next)
  return afterCalls(turn, reply, next)
}

async function endWithCalls(
  turn: Turn,
  reply: ReplyRow,
  next: Extract<Next, { next: 'end' }>,
): Promise<TurnEnd | null> {
  await dropCalls(turn, reply.calls, `not run: ${next.by} ended the turn`)
  return endingOf(turn) ?? finish(turn, reply, next)
}

async function afterCalls(turn: Turn, reply: ReplyRow, next: Next): Promise<TurnEnd | null> {
  const repeated = countMistakes(turn, reply)
  await runCalls(turn, reply.calls)
  turn.stop.answer = null
  if (next.next === 'again') {
    addContext(turn, next.texts, AFTER_CALLS)
    turn.stop.lifted = next.lifts
  }
  if (endingOf(turn) !== null || repeated === null) return endingOf(turn)
  const reason = `The model made the same mistake ${MOST_MISTAKES} times in a row: ${repeated}`
  return ending('failed', reason, { code: 'malformed_arguments' })
}

/** Counts replies in a row that make the same mistake. Says which one was made too often, or null. */
function countMistakes(turn: Turn, reply: ReplyRow): string | null {
  const made = new Set<string>()
  for (const call of reply.calls) {
    const checked = checkRecord(turn, call)
    if (!checked.ok && checked.mistake !== null) made.add(checked.mistake)
  }
  const before = turn.mistakes
  turn.mistakes = new Map([...made].map((mistake) => [mistake, (before.get(mistake) ?? 0) + 1]))
  return [...made].find((mistake) => (turn.mistakes.get(mistake) ?? 0) >= MOST_MISTAKES) ?? null
}

/** The reply broke off or ended at the output limit: none of its calls runs, and the model may go on once. */
async function afterTruncated(turn: Turn, reply: ReplyRow, next: Next): Promise<TurnEnd | null> {
  const what = reply.end === 'cut' ? 'the reply was cut off' : 'the reply ended at the output limit'
  recordTruncatedCalls(turn, reply.calls, `not run: ${what}`)
  if (endingOf(turn) !== null) return endingOf(turn)
  if (next.next === 'end') return finish(turn, reply, next)
  turn.truncated += 1
  if (turn.truncated > 1) {
    const code = reply.end === 'length' ? ({ code: 'output_limit' } as const) : {}
    return ending('failed', `Twice in a row ${what}.`, code)
  }
  if (next.next === 'again') addContext(turn, next.texts, AFTER_CALLS)
  const text = `Your last reply did not come to its end: ${what}. Go on from there, in smaller parts.`
  commitInput(turn, { text, origin: 'loop', from: null })
  return null
}
