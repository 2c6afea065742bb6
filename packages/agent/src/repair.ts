/**
 * What follows a failed model call: the word of `errors.on` where a hook has one, else the built-in repair. Returns an
 * ending, or null where the call is to be made again.
 */
import { isJsonObject } from '@belay/hooks'
import { callId, type Json, type SpanId } from '@belay/trace'
import { wait } from './abort'
import { ask } from './asking'
import { makeRoom } from './memory/keep-memory'
import { isTooLong } from './memory/too-long'
import type { ModelError } from './model'
import type { TurnEnd } from './ports'
import { putQuestion } from './question'
import { planRepair } from './retry'
import { ending, endingOf, notice, type Turn, useModel } from './turn'

export interface Failure {
  readonly error: ModelError
  readonly span: SpanId
}

/** Of one step. */
export interface Tally {
  asked: number
  repairs: number
  /** The person heard that hooks are not asked any more. */
  told: boolean
}

/** Failures of a step that are put to hooks; more would be a hook that keeps a dead server busy. */
const MOST_ASKED = 10
/** What a hook may make the turn wait, in seconds. */
const LONGEST_HOOK_WAIT_S = 30

export async function repairFailure(turn: Turn, failure: Failure, tally: Tally): Promise<TurnEnd | null> {
  if (tally.asked < MOST_ASKED) {
    tally.asked += 1
    const about = turn.stepSpan
    const said = await ask(turn, { point: 'errors.on', event: { err: describe(failure.error) }, about })
    if (endingOf(turn) !== null) return endingOf(turn)
    const carried = said?.carried ?? said?.value ?? null
    switch (said?.decision) {
      case 'retry':
        return waitFor(turn, secondsOf(carried) * 1000)
      case 'switch':
        if (switchModel(turn, carried)) return null
        break
      case 'escalate':
        return ending('failed', `${said.by ?? 'A hook'} gave up on the model call: ${failure.error.message}`)
    }
  } else tellAsked(turn, tally)
  return repairBuiltIn(turn, failure, tally)
}

/** Once, when the first failure is not put to hooks any more. */
function tellAsked(turn: Turn, tally: Tally): void {
  if (tally.told || !turn.points.has('errors.on')) return
  tally.told = true
  notice(
    turn,
    `Hooks at errors.on were asked about ${MOST_ASKED} failures of this step, which is the most: what fails now is repaired without them.`,
  )
}

/** `errors.on` gets text: the status counts as part of it. */
function describe(error: ModelError): string {
  const { status } = error.facts
  return status === null || error.message.includes(String(status)) ? error.message : `${status} ${error.message}`
}

function secondsOf(carried: Json): number {
  const seconds = isJsonObject(carried) ? carried.seconds : carried
  return typeof seconds === 'number' ? Math.min(Math.max(seconds, 0), LONGEST_HOOK_WAIT_S) : 0
}

/** Resolved before it holds, for the rest of the turn. */
function switchModel(turn: Turn, carried: Json): boolean {
  if (!isJsonObject(carried)) return false
  const { provider, model } = carried
  if (typeof provider !== 'string' || typeof model !== 'string') return false
  if (!useModel(turn, { provider, model }, 'errors.on')) return false
  turn.base = { provider, model }
  return true
}

async function repairBuiltIn(turn: Turn, failure: Failure, tally: Tally): Promise<TurnEnd | null> {
  if (isTooLong(failure.error)) return repairTooLong(turn, failure)
  const plan = planRepair({ error: failure.error, repairs: tally.repairs, random: turn.ports.random() })
  tally.repairs += 1
  switch (plan.plan) {
    case 'wait':
      notice(turn, `The model call failed (${failure.error.message}): it is made again in ${sayMs(plan.ms)}.`)
      return waitFor(turn, plan.ms)
    case 'ask':
      return askToWait(turn, failure, plan.ms)
    case 'fail':
      return ending('failed', `The model call failed: ${failure.error.message}`)
  }
}

/** The call is made again once, with a smaller view. */
async function repairTooLong(turn: Turn, { error }: Failure): Promise<TurnEnd | null> {
  const room = await makeRoom(turn)
  if (room?.end === 'done') return null
  const over = endingOf(turn)
  if (over !== null) return over
  const why = room !== null && 'reason' in room ? ` It could not be made smaller: ${room.reason}.` : ''
  return ending('failed', `The model call failed: ${error.message}.${why}`.replace('..', '.'))
}

function sayMs(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.ceil(ms / 1_000)} s`
}

async function waitFor(turn: Turn, ms: number): Promise<TurnEnd | null> {
  if (ms > 0) await wait(ms, turn.ports.clock, turn.setup.signal)
  return endingOf(turn)
}

/** Nobody answering lets the countdown run out, and the call is made again then. */
async function askToWait(turn: Turn, { error }: Failure, ms: number): Promise<TurnEnd | null> {
  const text = `The server asks to wait ${sayMs(ms)} (${error.message}). Allow tries again now, deny ends the turn; without an answer the call is made again when the time is over.`
  const end = (why: string) => ending('failed', `${why}: the server asks to wait ${sayMs(ms)}.`, RETRY_WAIT)
  if (turn.setup.headless) return end('Nobody is there to decide about the wait')
  const over = new AbortController()
  const cancel = turn.ports.clock.after(ms, () => over.abort())
  const args = { waitMs: ms, untilMs: turn.ports.clock.now() + ms }
  const call = { id: callId(''), name: 'model.retry', args }
  const question = { turn: turn.id, span: turn.stepSpan, call, hook: null, text, kind: null, behind: [] }
  const answer = await putQuestion(turn, question, AbortSignal.any([over.signal, turn.working.signal]))
  cancel()
  return endingOf(turn) ?? (answer.say === 'deny' ? end(answer.reason ?? 'Ended by the person') : null)
}

const RETRY_WAIT = { code: 'retry_wait' } as const
