/**
 * The rest of a step whose process ended while a person was asked about one of its calls. The call is made exactly as the
 * question showed it; what had a result before is not made again.
 */
import type { CallRecord } from '@belay/trace'
import { findTool, notRun, type Prepared, type StepCall } from './call'
import { actOnAnswer } from './call-permission'
import { runRemaining } from './calls'
import type { TurnEnd, TurnStanding } from './ports'
import { endingOf, statusOf, type Turn } from './turn'

/** An ending, or null where the turn goes on with the next step. */
export async function finishStep(turn: Turn, standing: TurnStanding): Promise<TurnEnd | null> {
  const { question, answer, reply } = standing
  turn.ports.log.emit({ type: 'question.closed', id: question.id, answer })
  turn.ports.log.emit({ type: 'turn.status', turn: turn.setup.turn, status: 'running' })
  turn.spans.change(question.span, 'running')
  const index = reply.calls.findIndex((call) => call.id === question.call.id)
  const record = reply.calls[index]
  if (record !== undefined) await runRemaining(turn, reply.calls, prepare(turn, standing, { record, index }))
  const end = endingOf(turn)
  turn.spans.end(turn.stepSpan, end === null ? 'ok' : statusOf(end))
  turn.stepSpan = turn.root
  return end
}

interface Place {
  readonly record: CallRecord
  readonly index: number
}

function prepare(turn: Turn, { question, answer }: TurnStanding, { record, index }: Place): Prepared {
  const { span, behind } = question
  const call: StepCall = { record, order: index + 1, behind, span }
  const tool = findTool(turn, question.call.name)
  if (tool === null) {
    const content = `There is no tool ${question.call.name} any more: not run`
    return { go: 'settled', call, settled: notRun(turn, call, { content, status: 'error' }) }
  }
  const effective = { tool, args: question.call.args }
  return actOnAnswer(turn, { call, effective }, { answer, kind: question.kind })
}
