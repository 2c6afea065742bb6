/** Puts a question to a person and waits. The call's span and the turn are `waiting` for as long as it is open. */
import { type Answer, type Question, questionId } from '@belay/trace'
import { ABORTED, untilAbort } from './abort'
import { isStopped, type Stage } from './stage'

export type NewQuestion = Omit<Question, 'id'>

export async function putQuestion(stage: Stage, asked: NewQuestion, signal: AbortSignal): Promise<Answer> {
  const { ports, spans } = stage
  const question: Question = { ...asked, id: questionId(ports.ids.next('qst')) }
  spans.change(question.span, 'waiting')
  stage.open += 1
  ports.log.emit({ type: 'turn.status', turn: asked.turn, status: 'waiting' })
  ports.log.emit({ type: 'question.opened', question })
  const answered = await untilAbort(ports.questions.ask(question, signal), signal)
  const answer = answered === ABORTED ? closed(stage) : answered
  ports.log.emit({ type: 'question.closed', id: question.id, answer })
  stage.open -= 1
  if (stage.open === 0) ports.log.emit({ type: 'turn.status', turn: asked.turn, status: 'running' })
  spans.change(question.span, 'running')
  return answer
}

function closed(stage: Stage): Answer {
  if (isStopped(stage)) return { say: 'closed', reason: 'the turn was stopped' }
  return { say: 'closed', reason: stage.halt === null ? 'the time is over' : `the turn was halted by ${stage.halt.by}` }
}
