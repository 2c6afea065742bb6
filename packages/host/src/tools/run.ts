/** The tool `run`: one program, no shell, in a process group of its own; `run.shell` in a session lets `sh -c` have what a shell is needed for. */
import { stat } from 'node:fs/promises'
import type { Need, Tool, ToolResult } from '@belay/agent'
import { z } from 'zod'
import { type ProgramEnd, runProgram } from '../processes/run-program'
import { defineTool, FREE, failed } from './define-tool'
import { programEnvironment } from './program-environment'
import { splitCommand } from './split-command'
import { findPath } from './workspace-path'

const DEFAULT_TIMEOUT_MS = 120_000
/** Ten minutes, as long as a hook may take at most: a turn must not hang on one call. */
const LONGEST_TIMEOUT_MS = 600_000
/** What goes to the model: its first and last half. With the lines about it as much as hooks see of a call's output. */
const OUTPUT_BYTES = 64_512

const schema = z.strictObject({
  command: z
    .string()
    .min(1)
    .describe('One program and its arguments, with quotes where needed. No shell: no pipes, no &&, no $VAR, no globs.'),
  cwd: z
    .string()
    .optional()
    .describe('Folder to run in, relative to the workspace. The workspace itself where absent.'),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string())
    .optional()
    .describe('Variables beside the inherited ones.'),
  stdin: z.string().optional().describe('Text for its standard input.'),
  timeoutMs: z
    .int()
    .min(1)
    .max(LONGEST_TIMEOUT_MS)
    .optional()
    .describe(`Ended after so many milliseconds; ${DEFAULT_TIMEOUT_MS} where absent.`),
})

type Args = z.infer<typeof schema>

export function createRun({ shell }: { readonly shell: boolean }): Tool {
  return defineTool<Args>({
    name: 'run',
    description: shell
      ? 'Runs a command. A plain program is run as it is; what needs a shell goes through sh -c.'
      : 'Runs one program with its arguments, without a shell. Make one call for each program; hand output on with stdin.',
    readOnly: false,
    schema,
    subject: ({ command }) => command,
    need: (args, workspace) => needToRun(args, { workspace, shell }),
    run: async (args, { workspace, signal }) => {
      const program = programOf(args.command, shell)
      if (!program.ok) return failed(program.message)
      const { path: cwd, shown } = await findPath(args.cwd ?? '.', workspace)
      const folder = await stat(cwd).catch(() => null)
      if (folder?.isDirectory() !== true)
        return failed(`not started: cwd ${shown} is ${folder === null ? 'not there' : 'not a folder'}`)
      const end = await runProgram({
        file: program.words[0] ?? '',
        args: program.words.slice(1),
        cwd,
        env: programEnvironment(process.env, args.env),
        stdin: args.stdin ?? null,
        timeoutMs: args.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        signal,
        outputBytes: OUTPUT_BYTES,
        joined: true,
      })
      return resultOf(end, args)
    },
  })
}

/** With the session's `run.shell`, what one program can't be is a command of `sh`. */
function programOf(command: string, shell: boolean): ReturnType<typeof splitCommand> {
  const split = splitCommand(command)
  if (split.ok || !shell || command.trim() === '') return split
  return { ok: true, words: ['sh', '-c', command] }
}

/**
 * Asked once for each program's name. Variables that were set beside it make it another kind: with another PATH the
 * same name is another program. What is refused anyway needs no permission.
 */
async function needToRun(args: Args, { workspace, shell }: { workspace: string; shell: boolean }): Promise<Need> {
  const program = programOf(args.command, shell)
  if (!program.ok) return FREE
  const { inside, shown } = await findPath(args.cwd ?? '.', workspace)
  const names = Object.keys(args.env ?? {}).sort()
  const beside = names.length === 0 ? '' : ` with ${names.map((name) => `${name}=${args.env?.[name] ?? ''}`).join(' ')}`
  const where = shown === '.' ? '' : ` in ${shown}${inside ? '' : ', outside the workspace'}`
  const kind = `run:${program.words[0] ?? ''}${names.length === 0 ? '' : ` ${names.join(' ')}`}`
  return { access: 'ask', kind, outside: !inside, question: `Run ${args.command}${beside}${where}?` }
}

function resultOf(end: ProgramEnd, args: Args): ToolResult {
  const { exitCode, signal, timedOut, stopped, stdout, durationMs, pipesHeld } = end
  const facts = { exitCode, signal, timedOut, stopped, durationMs: Math.round(durationMs), outputBytes: stdout.bytes }
  const output = stdout.text === '' || stdout.text.endsWith('\n') ? stdout.text : `${stdout.text}\n`
  const held = pipesHeld ? '[something that it started is still running]\n' : ''
  const content = `${output}${held}[${howItEnded(end, args)}]`
  return { content, facts, isError: exitCode !== 0 || timedOut || stopped }
}

function howItEnded(end: ProgramEnd, { timeoutMs = DEFAULT_TIMEOUT_MS }: Args): string {
  if (end.notStarted !== null) return `not started: ${end.notStarted}`
  if (end.timedOut) return `timed out after ${timeoutMs} ms and was ended; give a longer timeoutMs or a smaller task`
  if (end.stopped) return 'stopped before it ended'
  if (end.signal !== null) return `killed by ${end.signal}`
  return `exit code ${end.exitCode}`
}
