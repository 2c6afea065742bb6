/** A process of a persistent command: the questions that it was given, and the lines in which it answers them. */
import type { CommandEnd, CommandProgram, CommandRun, CommandStream } from '../run'
import type { ShellFor } from './create-command-runner'
import { createKeptOutput } from './kept-output'
import type { EndedBy } from './limits'
import { createLines } from './lines'
import { endOf, type RunPorts } from './run-command'
import { startLine } from './start-line'
import { EMPTY, emptyRun, notStarted, withoutWord } from './told-word'

export interface Question {
  readonly id: number
  readonly payload: string
  /** It was put before, to a process that another question brought down. */
  again: boolean
  /** It has been settled, or nobody waits any more. */
  over: boolean
  settle(run: CommandRun): void
}

export interface PersistentProcess {
  readonly over: boolean
  /** It has not answered a question that nobody waits for any more: it may never answer another. */
  readonly owes: boolean
  ask(question: Question): void
  /** Nobody waits for its answer any more: what came of it, with what was said to nobody. */
  giveUp(question: Question, end: CommandEnd): CommandRun
  /** Ends it; the questions that it had not answered. */
  end(why: EndedBy | 'lost'): readonly Question[]
  /** Ends it when it has answered what it was asked. */
  retire(): void
}

/** What is no answer is kept for the record; so much of it. */
const MOST_NOTES_CHARS = 65_536

export function openPersistent(
  { shell, change }: Extract<ShellFor, { ok: true }>,
  program: CommandProgram,
  ports: RunPorts,
): PersistentProcess {
  const { ends } = shell
  const asked = new Map<string, Question>()
  const forgotten = new Set<string>()
  const state = { over: false, retired: false, notes: '', stderr: createKeptOutput(false) }

  function note(line: string): void {
    if (line.trim() !== '') state.notes = `${state.notes}${line}\n`.slice(-MOST_NOTES_CHARS)
  }

  function take(line: string): void {
    const answer = answerOf(line)
    const id = answer?.id ?? ''
    const question = asked.get(id)
    if (answer !== null && question !== undefined) {
      asked.delete(id)
      question.settle(runOf({ by: 'exit', exitCode: 0 }, answer.text))
    } else if (!forgotten.delete(id)) note(line)
    retireIfDone()
  }

  /** With what it has said since the last one: nobody can tell whose it was. */
  function runOf(end: CommandEnd, text: string): CommandRun {
    ends.stderr.takeRest()
    const stderr = state.stderr.stream()
    const said = state.notes + text
    if (state.notes !== '') state.notes = ''
    if (stderr.bytes > 0) state.stderr = createKeptOutput(false)
    const stdout: CommandStream = { ...EMPTY, text: said, bytes: Buffer.byteLength(said) }
    return { ...emptyRun(end, 0), stdout, stderr, answerText: said, stdinDelivered: end.by === 'exit' }
  }

  function leave(): readonly Question[] {
    state.over = true
    ends.close()
    const questions = [...asked.values()]
    asked.clear()
    ends.stdout.hold(false)
    return questions
  }

  function end(why: EndedBy | 'lost'): readonly Question[] {
    if (state.over) return []
    ports.end(shell.pid, why)
    return leave()
  }

  function retireIfDone(): void {
    hold(asked.size > 0)
    if (state.retired && asked.size === 0) end('cancelled')
  }

  function hold(held: boolean): void {
    ends.stdout.hold(held)
    ends.stderr.hold(held)
  }

  ends.stdout.to(createLines(take), () => undefined)
  ends.stderr.to(
    (chunk) => state.stderr.add(chunk),
    () => undefined,
  )
  shell.whenEnded((ended) => {
    if (state.over) return
    ends.stdout.takeRest()
    if (ended === null) ports.end(shell.pid, 'lost')
    const by = withoutAnswer(endOf(ended))
    const run = asked.size === 0 ? null : withoutWord(runOf(by, ''), shell.word, program)
    for (const question of leave()) if (run !== null) question.settle(run)
  })
  ends.become(startLine(program, change), '')
  hold(false)
  return {
    get over() {
      return state.over
    },
    get owes() {
      return forgotten.size > 0
    },
    ask(question) {
      asked.set(`${question.id}`, question)
      hold(true)
      // A line break is white space between two tokens of JSON; within a text it is written as \n.
      const payload = question.payload.replace(/[\r\n]+/g, ' ')
      ends.stdin.write(Buffer.from(`{"id":${question.id},"payload":${payload}}\n`))
    },
    giveUp(question, end) {
      if (asked.delete(`${question.id}`)) forgotten.add(`${question.id}`)
      ends.stdout.takeRest()
      return runOf(end, '')
    },
    end,
    retire() {
      state.retired = true
      retireIfDone()
    },
  }
}

/** An exit with 0 says "nothing to say" of a command, but here a question was left without an answer. */
function withoutAnswer(end: CommandEnd): CommandEnd {
  if (end.by !== 'exit' || end.exitCode !== 0) return end
  return notStarted('it ended with exit code 0 and had not answered')
}

/** Null where the line is none: no JSON, or without an id. */
function answerOf(line: string): { readonly id: string; readonly text: string } | null {
  if (!line.trimStart().startsWith('{')) return null
  try {
    const { id, ...rest }: Readonly<Record<string, unknown>> = JSON.parse(line)
    if (typeof id !== 'number' && typeof id !== 'string') return null
    return { id: `${id}`, text: textOf('answer' in rest ? rest.answer : rest) }
  } catch {
    return null
  }
}

/** A text is one that the command would have printed. */
function textOf(answer: unknown): string {
  if (answer === null || answer === undefined) return ''
  if (typeof answer === 'string') return answer
  const text = JSON.stringify(answer)
  return text === '{}' ? '' : text
}
