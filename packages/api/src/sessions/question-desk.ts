/** Where a turn waits for a person. Answered from any tab, the first answer counts; each asker hears exactly one answer. */
import type { Questions } from '@belay/agent'
import type { Answer, QuestionId } from '@belay/trace'
import { OperationError } from '../operations'

export interface QuestionDesk extends Questions {
  /** False where nobody in this process waits for it. Throws a conflict where another tab was faster. */
  answer(id: QuestionId, answer: Answer): boolean
  /** Notes an answer to a question that was put in an earlier process. */
  note(id: QuestionId, answer: Answer): void
}

export function createQuestionDesk(): QuestionDesk {
  const waiting = new Map<QuestionId, (answer: Answer) => void>()
  const answered = new Map<QuestionId, Answer>()
  return {
    ask(question, signal) {
      return new Promise((resolve) => {
        const settle = (answer: Answer) => {
          if (!waiting.delete(question.id)) return
          answered.set(question.id, answer)
          signal.removeEventListener('abort', close)
          resolve(answer)
        }
        const close = () => settle({ say: 'closed', reason: 'the turn was stopped' })
        waiting.set(question.id, settle)
        if (signal.aborted) close()
        else signal.addEventListener('abort', close)
      })
    },
    note: (id, answer) => {
      answered.set(id, answer)
    },
    answer(id, answer) {
      const before = answered.get(id)
      if (before !== undefined) throw alreadyAnswered(before)
      const settle = waiting.get(id)
      settle?.(answer)
      return settle !== undefined
    },
  }
}

export function alreadyAnswered(answer: Answer): OperationError {
  return new OperationError(
    'conflict',
    `This question was answered already: ${describe(answer)}. Your answer changed nothing.`,
  )
}

function describe(answer: Answer): string {
  switch (answer.say) {
    case 'allow':
      return answer.scope === 'session' ? 'allowed for this session' : 'allowed once'
    case 'deny':
      return answer.reason === null ? 'denied' : `denied (${answer.reason})`
    case 'closed':
      return `closed, because ${answer.reason}`
  }
}
