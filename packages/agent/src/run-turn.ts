/**
 * One turn, from `turn.started`, or from where it waited, to `turn.ended`. Never rejects: whatever goes wrong is an ending, and all spans of the
 * turn have ended before it is said to have.
 */
import { ask, queue } from './asking'
import { commitOpening, keepUnread, type Opened, takeFirstInput, takePending } from './input'
import { findOpenCalls } from './messages'
import type { ResumeTurn, RunTurn, TurnEnd, TurnPorts, TurnSetup } from './ports'
import { finishStep } from './resume'
import { settleStarted } from './settle-started'
import { takeStep } from './step'
import { createTurn, ending, endingOf, notice, statusOf, type Turn } from './turn'

export const runTurn: RunTurn = async (setup, ports) => {
  try {
    const { turn, opened } = start(setup, ports)
    return await runToEnd(turn, () => runLoop(turn, opened))
  } catch (error) {
    return failed(error)
  }
}

export const resumeTurn: ResumeTurn = async (setup, standing, ports) => {
  try {
    const turn = createTurn(setup, ports, standing)
    return await runToEnd(turn, async () => (await finishStep(turn, standing)) ?? takeSteps(turn))
  } catch (error) {
    return failed(error)
  }
}

async function runToEnd(turn: Turn, run: () => Promise<TurnEnd>): Promise<TurnEnd> {
  const end = await runSafely(turn, run)
  turn.dispose()
  await settleStarted(turn)
  close(turn, end)
  return end
}

/** The turn and what was said: both are on record, or neither is. */
function start(setup: TurnSetup, ports: TurnPorts): { readonly turn: Turn; readonly opened: Opened } {
  const { turn: id, number, composition, provider, model } = setup
  let turn: Turn | null = null
  try {
    return ports.log.together(() => {
      ports.log.emit({ type: 'turn.started', turn: id, number, composition, provider, model })
      turn = createTurn(setup, ports)
      return { turn, opened: commitOpening(turn) }
    })
  } catch (error) {
    disposeOf(turn)
    throw error
  }
}

/** Assigned where the compiler does not look. */
function disposeOf(turn: Turn | null): void {
  turn?.dispose()
}

async function runSafely(turn: Turn, run: () => Promise<TurnEnd>): Promise<TurnEnd> {
  try {
    return await run()
  } catch (error) {
    turn.working.abort()
    return failed(error)
  }
}

async function runLoop(turn: Turn, opened: Opened): Promise<TurnEnd> {
  tellRepair(turn)
  const over = await askStarts(turn)
  if (over === null) return (await takeFirstInput(turn, opened)) ?? takeSteps(turn)
  keepUnread(turn, opened)
  return over
}

async function takeSteps(turn: Turn): Promise<TurnEnd> {
  for (;;) {
    const end = endingOf(turn) ?? (await takeStep(turn))
    if (end !== null) return end
  }
}

async function askStarts(turn: Turn): Promise<TurnEnd | null> {
  const { sessionStart, agentStart } = turn.setup
  const about = turn.root
  if (sessionStart !== null) await ask(turn, { point: 'session.start', event: { source: sessionStart }, about })
  if (agentStart !== null) await ask(turn, { point: 'agent.start', event: agentStart, about })
  return endingOf(turn)
}

/** The rows stay as they are; requests get a result for each of these calls. */
function tellRepair(turn: Turn): void {
  const open = findOpenCalls(turn.view.rows())
  if (open.length === 0) return
  const names = open.map((call) => call.name).join(', ')
  const text = `${open.length} call${open.length === 1 ? '' : 's'} of an earlier turn had no result (${names}): the model is told that the outcome is unknown. Nothing was run again.`
  notice(turn, text)
}

function close(turn: Turn, end: TurnEnd): void {
  for (const { text, from } of takePending(turn)) queue(turn, { text, from, origin: 'hook' })
  turn.spans.endAll(statusOf(end))
  turn.ports.log.emit({ type: 'turn.ended', turn: turn.setup.turn, ...end })
}

function failed(error: unknown): TurnEnd {
  const message = error instanceof Error ? error.message : String(error)
  return ending('failed', `The turn broke off: ${message}`)
}
