/**
 * What `stop.done` (and `agent.stop` beside it) adds up to for the loop, and how often a turn may be continued. Pure,
 * but for the asking.
 */
import { type HookReply, isJsonObject } from '@belay/hooks'
import type { Json, Outcome, ReplyRow, TurnCode } from '@belay/trace'
import { ask, type Spoken } from './asking'
import type { StopState, Turn } from './turn'

export type Next =
  | { readonly next: 'default' }
  /** `answer` is null where the reply's own text is the answer. */
  | { readonly next: 'end'; readonly answer: string | null; readonly by: string; readonly reason: string | null }
  | { readonly next: 'again'; readonly texts: readonly Spoken[]; readonly counts: boolean; readonly lifts: boolean }

/** Continuations by `block` and context on replies without calls: of a turn, and of a session within an hour. */
const MOST_HELD = 8
const MOST_HELD_AN_HOUR = 25
/** `null` and `askAgain` are not counted; the same answer so often in a row, with nothing new in between, is enough. */
const MOST_REPEATS = 3

export async function askStop(turn: Turn, point: 'stop.done' | 'agent.stop', reply: ReplyRow): Promise<Next> {
  const { held } = turn.stop
  const event = { reply: replyOf(reply), held, active: held > 0 }
  const toolCalls = point === 'stop.done' ? reply.calls.length : 0
  return readStop(await ask(turn, { point, event, about: turn.stepSpan, toolCalls }))
}

function replyOf({ text, calls }: ReplyRow): HookReply {
  return { text, calls: calls.map(({ id, name, args }) => ({ id, name, args: args ?? {} })) }
}

export function readStop(said: Outcome | null): Next {
  if (said === null) return { next: 'default' }
  const by = said.by ?? 'a hook'
  switch (said.decision) {
    case 'answer':
      return { next: 'end', answer: textOf(said.carried ?? said.value), by, reason: said.reason }
    case 'done':
      return { next: 'end', answer: null, by, reason: said.reason }
    case 'block':
      return again([{ text: said.reason ?? 'Not done yet.', from: by }], { counts: true })
    case 'ask_again':
      return again([{ text: textOf(said.carried ?? said.value) ?? 'Go on.', from: by }], { counts: false })
    case 'continue':
      return { next: 'again', texts: [], counts: false, lifts: true }
    default:
      return said.context.length > 0 ? again([], { counts: true }) : { next: 'default' }
  }
}

function again(texts: readonly Spoken[], { counts }: { readonly counts: boolean }): Next {
  return { next: 'again', texts, counts, lifts: false }
}

function textOf(carried: Json): string | null {
  const text = isJsonObject(carried) ? (carried.text ?? carried.answer ?? null) : carried
  return typeof text === 'string' ? text : null
}

export type Cap = { readonly code: TurnCode; readonly reason: string }

/** Why a turn is not continued once more, or null. */
export function capOf(stop: StopState, lastHour: number, counts: boolean): Cap | null {
  if (counts && stop.counted >= MOST_HELD) {
    return { code: 'stop_cap', reason: `Hooks continued this turn ${MOST_HELD} times: it ends here, unfinished.` }
  }
  if (counts && lastHour >= MOST_HELD_AN_HOUR) {
    const reason = `Hooks continued this session ${MOST_HELD_AN_HOUR} times within an hour: the turn ends here, unfinished.`
    return { code: 'stop_cap_hour', reason }
  }
  if (!counts && stop.repeats >= MOST_REPEATS) {
    return {
      code: 'stop_cap',
      reason: `The same answer came ${MOST_REPEATS} times in a row with nothing new in between.`,
    }
  }
  return null
}
