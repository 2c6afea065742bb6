/**
 * The window of a step: the word of `memory.keep` where a hook takes the job, else the built-in cuts. A message that is too
 * long is cut in the request; a conversation that takes too much of the window is summed up.
 */
import { ask } from '../asking'
import { windowOf } from '../stage'
import { endingOf, notice, type Turn } from '../turn'
import { type CompactionEnd, compact } from './compact'
import { charsOfRow, messageLimit, type Size, sizeOf } from './size'

/** Beyond this share of the window the conversation is summed up: the rest is for the reply and what comes between. */
const FULL_SHARE = 0.8

export async function keepMemory(turn: Turn): Promise<void> {
  const said = await ask(turn, { point: 'memory.keep', event: {}, about: turn.stepSpan })
  turn.memory.cuts = said?.decision !== 'handled'
  if (!turn.memory.cuts || endingOf(turn) !== null) return
  tellCuts(turn)
  const window = windowOf(turn)
  if (window === null || turn.memory.gaveUp) return
  const size = sizeOf(turn)
  const { tokens } = size
  if (tokens <= window * FULL_SHARE) return
  const since = `since the conversation took more than ${FULL_SHARE * 100} % of the ${window} tokens that ${turn.model} takes${sayMeasured(size)}`
  const end = await compact(turn, { parent: turn.stepSpan, forced: false, since })
  // What a summary did not help is not tried again in every step of the turn.
  const helped = end.end === 'done' && end.after <= window * FULL_SHARE
  turn.memory.gaveUp = !helped && end.end !== 'nothing'
}

/** An estimate is told with what became of it. */
function sayMeasured({ reported, tokens }: Size): string {
  if (reported === null) return ''
  const since = tokens === reported ? '' : `, and what came since about ${tokens - reported}`
  return ` (its last call took ${reported}, as the model reported${since})`
}

/** A provider took no more. Once a step, and only where no hook keeps the window itself. */
export async function makeRoom(turn: Turn): Promise<CompactionEnd | null> {
  if (!turn.memory.cuts || turn.memory.forcedAt === turn.step) return null
  turn.memory.forcedAt = turn.step
  const since = `since ${turn.provider} says that the request is too long`
  return compact(turn, { parent: turn.stepSpan, forced: true, since })
}

/** The person hears of each message once. */
function tellCuts(turn: Turn): void {
  const limit = messageLimit(turn)
  for (const item of turn.view.items()) {
    if (item.kind === 'summary' || charsOfRow(item.row) <= limit || turn.memory.told.has(item.row.id)) continue
    turn.memory.told.add(item.row.id)
    const text = `Row ${item.row.id} has ${charsOfRow(item.row)} characters: the model is sent its beginning and its end. The transcript has all of it.`
    notice(turn, text)
  }
}
