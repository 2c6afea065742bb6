/**
 * Inputs on their way in: committed first, judged by `guard.onInput` after, so that what was said is on the record
 * whatever a hook says. Context and reminders of hooks are not judged.
 */
import type { Origin, QueuedInput, TranscriptRow } from '@belay/trace'
import { ask } from './asking'
import type { TurnEnd } from './ports'
import { commit, ending, endingOf, isStopped, type PendingContext, type Stage, type Turn } from './turn'

type NewInput = Omit<QueuedInput, 'id'>

/** What stands on record when a turn has begun. */
export interface Opened {
  readonly input: TranscriptRow
  /** Sent before it began. */
  readonly later: readonly NewInput[]
}

/** Commits the input that opens the turn, behind what hooks had left for it. */
export function commitOpening(turn: Turn): Opened {
  const queued = takeQueued(turn)
  for (const left of queued.filter(isFromHooks)) commitInput(turn, left)
  return { input: commitInput(turn, turn.setup.input), later: queued.filter((each) => !isFromHooks(each)) }
}

/** The input that opens the turn, and what was sent meanwhile. An ending where one was rejected. */
export async function takeFirstInput(turn: Turn, { input, later }: Opened): Promise<TurnEnd | null> {
  const end = await judgeInput(turn, turn.setup.input, input)
  if (end !== null) return end
  for (const next of later) {
    const over = await takeInput(turn, next)
    if (over !== null) return over
  }
  return null
}

/** An input whose turn ended before it was judged. */
export function keepUnread(turn: Turn, { input }: Opened): void {
  if (turn.points.has('guard.onInput')) setAside(turn, input, UNJUDGED)
}

/** Commits what was sent while the turn ran. */
export async function takeLaterInputs(turn: Turn): Promise<TurnEnd | null> {
  for (const input of takeQueued(turn)) {
    if (isFromHooks(input)) commitInput(turn, input)
    else {
      const end = await takeInput(turn, input)
      if (end !== null) return end
    }
  }
  return null
}

/** Context that hooks gave so far, ahead of the next model call. */
export function commitPendingContext(turn: Turn): void {
  for (const { text, from } of takePending(turn)) commitInput(turn, { text, from, origin: 'hook' })
}

/** In the order of the calls that it was said about, then of the hooks. */
export function takePending(turn: Stage): readonly PendingContext[] {
  const waiting = [...turn.pending].sort((one, other) => one.order - other.order)
  turn.pending = []
  return waiting
}

export function commitInput(turn: Turn, input: NewInput, replaces: number | null = null): TranscriptRow {
  const { text, origin, from } = input
  return commit(turn, { kind: 'input', turn: turn.setup.turn, replaces, text, origin, from })
}

function takeQueued(turn: Turn): readonly QueuedInput[] {
  const inputs = turn.ports.queue.take()
  for (const { id } of inputs) turn.ports.log.emit({ type: 'input.taken', id })
  return inputs
}

async function takeInput(turn: Turn, input: NewInput): Promise<TurnEnd | null> {
  return judgeInput(turn, input, commitInput(turn, input))
}

async function judgeInput(turn: Turn, input: NewInput, row: TranscriptRow): Promise<TurnEnd | null> {
  turn.incoming = input.text
  turn.stop.answer = null
  const event = { msg: input.text, origin: input.origin }
  const said = await ask(turn, { point: 'guard.onInput', event, about: turn.stepSpan })
  if (said === null) return endingOf(turn)
  if (said.decision === 'block') {
    const by = said.by ?? 'a hook'
    setAside(turn, row, `rejected by ${by}`)
    return endingOf(turn) ?? ending('blocked', `${by}: ${said.reason ?? 'rejected'}`)
  }
  if (isStopped(turn)) setAside(turn, row, UNJUDGED)
  else if (typeof said.value === 'string' && said.value !== input.text) {
    commitInput(turn, { ...input, text: said.value }, row.id)
    turn.incoming = said.value
  }
  return endingOf(turn)
}

const UNJUDGED = 'not judged, since the turn ended before'

/** An input that no guard has passed is kept and never sent: a sentence takes its place in later requests. */
function setAside(turn: Turn, row: TranscriptRow, why: string): void {
  const text = `(A message was ${why}. It is not shown.)`
  commitInput(turn, { text, origin: 'loop', from: null }, row.id)
}

function isFromHooks(input: { readonly origin: Origin }): boolean {
  return input.origin === 'hook' || input.origin === 'reminder'
}
