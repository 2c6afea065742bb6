/** Puts a question to a person and waits. The call's span and the turn are `waiting` for as long as it is open. */
import { type Answer, type Question, questionId } from '@belay/trace'
import { ABORTED, untilAbort } from './abort'
import { isStopped, type Turn } from './turn'

export type NewQuestion = Omit<Question, 'id' | 'turn'>

export async function putQuestion(turn: Turn, asked: NewQuestion, signal: AbortSignal): Promise<Answer> {
  const { ports, setup, spans } = turn
  const question: Question = { ...asked, id: questionId(ports.ids.next('qst')), turn: setup.turn }
  spans.change(question.span, 'waiting')
  ports.log.emit({ type: 'turn.status', turn: setup.turn, status: 'waiting' })
  ports.log.emit({ type: 'question.opened', question })
  const answered = await untilAbort(ports.questions.ask(question, signal), signal)
  const answer = answered === ABORTED ? closed(turn) : answered
  ports.log.emit({ type: 'question.closed', id: question.id, answer })
  ports.log.emit({ type: 'turn.status', turn: setup.turn, status: 'running' })
  spans.change(question.span, 'running')
  return answer
}

function closed(turn: Turn): Answer {
  if (isStopped(turn)) return { say: 'closed', reason: 'the turn was stopped' }
  return { say: 'closed', reason: turn.halt === null ? 'the time is over' : `the turn was halted by ${turn.halt.by}` }
}
