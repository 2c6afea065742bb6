/**
 * A command that is started at its first asking and answers line by line: `{"id":1,"payload":{…}}` in, `{"id":1,"answer":{…}}`
 * out, in any order. Promises: every asking settles within its limit; a command that died, ran out of time, owes an answer
 * that nobody waits for any more, or whose script was changed is started anew at the next asking. A question that it was
 * given together with one that ran out of time is put to the next one, once.
 */
import type { CommandLimits, CommandProgram, CommandRun, PersistentCommand } from '../run'
import type { ShellFor } from './create-command-runner'
import { type EndedBy, watchLimits } from './limits'
import { watchNamedFiles } from './named-files'
import { openPersistent, type PersistentProcess, type Question } from './persistent-process'
import type { RunPorts } from './run-command'
import { emptyRun, notStarted } from './told-word'

export interface PersistentParts {
  shellFor(program: CommandProgram): Promise<ShellFor>
  readonly ports: RunPorts
}

/** One that is being started, or has been. */
interface Current {
  readonly opened: Promise<string | null>
  process: PersistentProcess | null
}

export function createPersistentCommand(program: CommandProgram, parts: PersistentParts): PersistentCommand {
  const { ports } = parts
  const files = watchNamedFiles(program)
  /** Which process a question was put to. */
  const put = new Map<Question, PersistentProcess>()
  let current: Current | null = null
  let ids = 0
  let closed = false

  function begin(): Current {
    const begun: Current = { opened: open(), process: null }
    return begun

    async function open(): Promise<string | null> {
      const got = await parts.shellFor(program)
      if (!got.ok) return got.message
      begun.process = openPersistent(got, program, ports)
      if (closed) begun.process.end('cancelled')
      return null
    }
  }

  /** The one to ask now. */
  function ready(): Current {
    const changed = files.changed()
    const process = current?.process ?? null
    if (process?.over === true) current = null
    else if (process?.owes === true) replace('cancelled')
    else if (changed && current !== null) {
      process?.retire()
      current = null
    }
    current ??= begin()
    return current
  }

  /** What else it was asked is put to the next one, once: it was not to blame. */
  function replace(why: EndedBy): void {
    const process = current?.process ?? null
    current = null
    for (const question of process?.end(why) ?? []) {
      if (question.again) question.settle(emptyRun({ by: 'signal', signal: 'SIGTERM' }, 0))
      else void pose(question)
      question.again = true
    }
  }

  async function pose(question: Question): Promise<void> {
    const asked = ready()
    const why = asked.process === null ? await asked.opened : null
    if (asked.process === null) {
      if (current === asked) current = null
      question.settle(emptyRun(notStarted(why ?? 'it did not start'), 0))
    } else if (!question.over) {
      put.set(question, asked.process)
      asked.process.ask(question)
    }
  }

  /** A refusal that it printed to nobody counts as one of a command does that ran out of time. */
  function giveUp(question: Question, why: EndedBy): CommandRun {
    const process = put.get(question)
    const run = process?.giveUp(question, { by: why }) ?? emptyRun({ by: why }, 0)
    if (why === 'timeout' && process !== undefined && process === current?.process) replace(why)
    else if (why === 'timeout') process?.end(why)
    return run
  }

  async function ask(payload: string, limits: CommandLimits): Promise<CommandRun> {
    const startedAt = performance.now()
    if (closed) return emptyRun(notStarted('the command is closed'), 0)
    if (limits.signal.aborted) return emptyRun({ by: 'cancelled' }, 0)
    const watch = watchLimits(limits, ports.onClose)
    const question = createQuestion(++ids, payload)
    void pose(question)
    const first = await Promise.race([question.answered, watch.reached])
    watch.release()
    question.over = true
    const run = typeof first === 'string' ? giveUp(question, first) : first
    put.delete(question)
    return { ...run, durationMs: performance.now() - startedAt }
  }

  return {
    ask,
    async close() {
      closed = true
      const last = current
      current = null
      await last?.opened
      for (const question of last?.process?.end('cancelled') ?? []) question.settle(emptyRun({ by: 'cancelled' }, 0))
    },
  }
}

function createQuestion(id: number, payload: string): Question & { readonly answered: Promise<CommandRun> } {
  let settle: (run: CommandRun) => void = () => undefined
  const answered = new Promise<CommandRun>((resolve) => {
    settle = resolve
  })
  return { id, payload, again: false, over: false, answered, settle: (run) => settle(run) }
}
