/**
 * `belay run`: one turn without a browser. Everything that can be checked is checked before a session is made. An
 * interruption or the time limit stops the turn and waits for its end, so that what was committed is whole.
 */
import { resolve } from 'node:path'
import type { HookSpec, Operations } from '@belay/api'
import type { EventOf, PermissionMode } from '@belay/trace'
import { type Command, Option } from 'commander'
import type { Context } from '../context'
import { EXIT, type ExitCode, usage } from '../failure'
import { followTurn } from '../follow-turn'
import { addHookOptions, commandFilesOf, type HookOptions, type NamedHook, readHooks } from '../input/hook-options'
import { readCount, readSeconds } from '../input/numbers'
import { programOf } from '../input/program-option'
import { leftOut } from '../print/attached'
import { oneLine } from '../print/text'
import { makeTurnPrinter } from '../print/turn'
import { tellWrong } from '../print/wrong-hooks'
import { chooseSession } from '../run-session'
import type { Start } from '../start'
import { tellUntrusted } from './trust-folder'

interface RunOptions extends HookOptions {
  readonly workspace?: string
  readonly model?: string
  readonly session?: string
  readonly permission?: PermissionMode
  readonly maxSteps?: number
  readonly timeout?: number
  readonly enable?: readonly string[]
  readonly disable?: readonly string[]
}

// The most that the API takes.
const MOST_STEPS = 10_000

export function addRun(program: Command, start: Start): void {
  const command = program
    .command('run')
    .description('run one turn without a browser and print what the model says')
    .argument('<prompt>', 'what to ask')
    .option('--workspace <dir>', 'the folder to work in; the current one by default')
    .option('--model <provider/model>', 'which model; scripted/FILE takes the path of a script')
    .option('--session <id>', 'go on with this session; hooks and model that are named stay on it')
    .addOption(
      new Option('--permission <mode>', 'how questions are answered: ask and deny refuse them').choices([
        ...['ask', 'auto', 'deny'],
      ]),
    )
  const named = addHookOptions(command)
  command
    .addOption(extensionOption('--enable <extension>', 'switch an extension of the session on'))
    .addOption(extensionOption('--disable <extension>', 'switch an extension of the session off: hooks'))
    .option('--max-steps <number>', 'end the turn after so many steps', readCount('--max-steps', 1, MOST_STEPS))
    .option('--timeout <seconds>', 'stop the turn after so many seconds', readSeconds('--timeout'))
    .action((prompt: string, options: RunOptions, self: Command) =>
      start.toItsEnd(self, (context) => run(context, prompt, { options, named })),
    )
}

function extensionOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string, before: string[] | undefined) => [
    ...(before ?? []),
    text,
  ])
}

interface Asked {
  readonly options: RunOptions
  readonly named: readonly NamedHook[]
}

async function run(context: Context, text: string, { options, named }: Asked): Promise<ExitCode> {
  const { cwd, signal } = context
  if (text.trim() === '') throw usage('the prompt is empty')
  const hooks = readHooks(named, options, cwd)
  const workspace = options.workspace === undefined ? undefined : resolve(cwd, options.workspace)
  const operations = await context.operations()
  const session = await chooseSession(operations, {
    ...pickSession(options),
    program: programOf(options, cwd),
    commandFiles: commandFilesOf(options, cwd),
    ...{ enable: options.enable, disable: options.disable },
    workspace,
    cwd,
    hooks,
    signal,
  })
  await tellLeftOut(context.out, operations, hooks)
  await tellUntrusted(context.out, operations, (await operations.session(session.id)).workspace)
  const printer = makeTurnPrinter(context)
  const limit = options.timeout === undefined ? null : limitOf(options.timeout)
  const stop = limit === null ? signal : AbortSignal.any([signal, limit])
  const { end, whole } = await followTurn(
    operations,
    { session: session.id, after: session.after, text, options: sendOptions(options) },
    { signal: stop, patience: signal, onEvent: printer.event, onLate: tellLate(context) },
  )
  await tellWrong(context.out, operations, session.id)
  // What a hook left running that was ended is gone before the command is.
  await operations.settleCommands()
  printer.end(end)
  return whole ? exitOf(end, signal) : EXIT.interrupted
}

/** Once, ahead of the turn: a hook in shadow that is not asked at one of its points. */
async function tellLeftOut(out: Context['out'], operations: Operations, hooks: readonly HookSpec[]): Promise<void> {
  for (const { hook, mode } of hooks) {
    const found = mode === 'shadow' ? await operations.findHook(hook) : null
    const left = found === null ? null : leftOut(found)
    if (found !== null && left !== null) out.note(`belay: ${oneLine(found.name)} is in shadow. ${left}`)
  }
}

/** Shorter is no wait that a person would wonder about. */
const WAIT_UNTOLD_MS = 1_000

/** Says what keeps the command, where it takes long. */
function tellLate({ out }: Context): (hooks: readonly string[]) => void {
  return (hooks) => {
    const what = `belay: the turn has ended; waiting for what ${oneLine(hooks.join(', '))} still does (Ctrl-C ends it)`
    setTimeout(() => out.note(what), WAIT_UNTOLD_MS).unref()
  }
}

/** Aborts with the sentence that the turn's end carries. */
function limitOf(seconds: number): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(`Stopped after ${seconds} s, the limit of --timeout.`), seconds * 1000).unref()
  return limit.signal
}

function pickSession({ session, model, permission, rewrites, stopAtFirstBlock }: RunOptions) {
  return { session, model, permission, rewrites, stopAtFirstBlock }
}

function sendOptions({ permission, maxSteps }: RunOptions) {
  return { permission, headless: true, maxIterations: maxSteps }
}

function exitOf(end: EventOf<'turn.ended'>, signal: AbortSignal): ExitCode {
  if (end.status === 'completed') return EXIT.fine
  return signal.aborted ? EXIT.interrupted : EXIT.failed
}
