/**
 * `belay answer`: the open questions of a session, or the answer to one. Where no app runs, the turn that waits is this process's
 * own: it goes on here, and is followed to its end.
 */
import type { Operations } from '@belay/api'
import type { EventOf, Question, SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { EXIT, type ExitCode, failed, usage } from '../failure'
import { follow } from '../follow-turn'
import { readLog } from '../log'
import { didYouMean } from '../nearest'
import { oneLine } from '../print/text'
import { makeTurnPrinter } from '../print/turn'
import type { Start } from '../start'

interface AnswerOptions {
  readonly question?: string
  readonly reason?: string
  readonly forSession?: true
}

const words = ['allow', 'deny']

export function addAnswer(program: Command, start: Start): void {
  program
    .command('answer')
    .description('answer the question that a session waits with; without an answer, say what it is')
    .argument('<session>')
    .argument('[allow|deny]')
    .option('--question <id>', 'which one, where several are open; the first by default')
    .option('--for-session', 'allow this kind of call for the rest of the session')
    .option('--reason <text>', 'tell the model why it was denied')
    .action((id: string, word: string | undefined, options: AnswerOptions, self: Command) =>
      start.toItsEnd(self, (context) => answer(context, id as SessionId, { word, options })),
    )
}

interface Said {
  readonly word: string | undefined
  readonly options: AnswerOptions
}

async function answer(context: Context, session: SessionId, { word, options }: Said): Promise<ExitCode | undefined> {
  if (word !== undefined && !words.includes(word)) {
    throw usage(`the answer is allow or deny; "${word}" is neither${didYouMean(word, words)}`)
  }
  if (word === 'allow' && options.reason !== undefined) throw usage('--reason goes with deny')
  if (word !== 'allow' && options.forSession === true) throw usage('--for-session goes with allow')
  const operations = await context.existing()
  const questions = await operations.questions(session)
  if (word === undefined) return listQuestions(context, questions)
  const question = choose(questions, options.question, session)
  const answering = { question, word, options }
  if (await context.isOwn()) return answerAndGoOn(context, operations, { session, answering })
  await send(operations, session, answering)
  if (context.json) context.out.json({ session, question: question.id, say: word })
  else context.out.line(answeredLine(answering))
}

function answeredLine({ word, question }: Answering): string {
  return `${word === 'allow' ? 'Allowed' : 'Denied'}: ${oneLine(question.text)}`
}

interface GoingOn {
  readonly session: SessionId
  readonly answering: Answering
}

/** A further question is left open: the turn waits for the next answer, as it waited for this one. */
async function answerAndGoOn(
  context: Context,
  operations: Operations,
  { session, answering }: GoingOn,
): Promise<ExitCode> {
  const { signal, out, json } = context
  const { turn } = answering.question
  const past = await readLog(operations, session)
  const after = past.at(-1)?.seq ?? 0
  const printer = makeTurnPrinter(context)
  // For people the end of a call is a line with its name, which is in its beginning.
  if (!json) for (const event of past) if (event.type === 'span.started') printer.event(event)
  await send(operations, session, answering)
  if (!json) out.note(answeredLine(answering))
  const last = await follow<EventOf<'turn.ended' | 'question.opened'>>(
    operations,
    {
      ...{ session, after },
      last: (event) =>
        (event.type === 'turn.ended' && event.turn === turn) || event.type === 'question.opened' ? event : null,
    },
    { signal, onEvent: printer.event },
  )
  if (last.type === 'question.opened') {
    throw failed(`the turn waits with another question, ${last.question.id}; belay answer ${session} answers it`)
  }
  printer.end(last)
  if (last.status === 'completed') return EXIT.fine
  return signal.aborted ? EXIT.interrupted : EXIT.failed
}

function listQuestions({ out, json }: Context, questions: readonly Question[]): undefined {
  if (json) return void out.json(questions)
  if (questions.length === 0) out.line('No question is open.')
  for (const { id, text, call, hook } of questions) {
    out.line(`${id}  ${oneLine(text)}`)
    out.line(`  asked by ${hook ?? 'permission'} about ${call.name} ${oneLine(JSON.stringify(call.args))}`)
  }
}

function choose(questions: readonly Question[], id: string | undefined, session: SessionId): Question {
  const [first] = questions
  if (first === undefined) throw failed(`no question is open in session ${session}`)
  if (id === undefined) return first
  const named = questions.find((one) => one.id === id)
  if (named === undefined) {
    throw usage(`no question ${id} is open in session ${session}; open: ${questions.map((one) => one.id).join(', ')}`)
  }
  return named
}

interface Answering {
  readonly question: Question
  readonly word: string
  readonly options: AnswerOptions
}

async function send(operations: Operations, session: SessionId, { question, word, options }: Answering): Promise<void> {
  if (word === 'deny') {
    return operations.answer(session, question.id, { say: 'deny', reason: options.reason ?? null })
  }
  if (options.forSession === true && question.kind === null) {
    throw usage('this question can be allowed once only; leave --for-session out')
  }
  const scope = options.forSession === true ? 'session' : 'once'
  return operations.answer(session, question.id, { say: 'allow', scope, args: null })
}
