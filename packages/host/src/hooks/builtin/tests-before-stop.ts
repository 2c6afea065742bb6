/**
 * Does not let a turn end that edited files and did not test them since. Promises: asks at most so often, then lets it end
 * and tells the person; a run counts only where its exit code is that of the tests.
 */
import { resolve } from 'node:path'
import { defineHook, type HookCall, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { checkCommand } from '../../tools/check-command'
import { commandCall, whatCallRuns } from '../commands/call-command'
import { type CommandPattern, commandPattern } from '../commands/command-pattern'
import { patternProblem } from '../commands/pattern-problem'
import { runningAlone } from '../commands/running-alone'
import { globProblem, MOST_GLOBS, type PathGlobs, pathGlobs } from '../paths/path-globs'
import { placeOf, shownPath } from '../paths/place'
import { BySession } from './by-session'
import { tailStart } from './cut-text'
import { matchesTool, toolMatcherText } from './tool-matcher'
import { withSignal } from './with-signal'
import { type BuiltInWorld, foldsCase } from './world'

/** A little less than a hook is given at most, so that the answer still says what happened. */
const LONGEST_MS = 590_000
const HOOK_TIMEOUT_MS = 600_000
/** Half of it is the end, which is what counts. */
const OUTPUT_BYTES = 131_072
/** Edited files that a message names. */
const MOST_NAMED = 5
/** Edited files that are kept in mind by name. */
const MOST_KEPT = 1_000

export const TESTS = [
  ...['npm test', 'npm run test*', 'npm t', 'yarn test*', 'yarn run test*', 'pnpm test*', 'pnpm run test*', 'bun test'],
  ...['bun run test*', 'vitest', 'jest', 'mocha', 'ava', 'node --test', 'deno test', 'playwright test', 'pytest'],
  ...['python* -m pytest', 'python* -m unittest', 'tox', 'nox', 'go test', 'cargo test', 'cargo nextest run'],
  ...['make test*', 'make check', 'ctest', 'mvn test', 'mvn verify', 'gradle test', 'gradlew test', 'dotnet test'],
  ...['rspec', 'rake test', 'rails test', 'phpunit', 'composer test', 'mix test', 'swift test', 'bazel test'],
]

const glob = z.string().superRefine((text, context) => {
  const problem = globProblem(text)
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})

const testPattern = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = patternProblem(text)
    if (problem !== null) context.addIssue({ code: 'custom', message: `\`${text}\`: ${problem}` })
  })

const params = z.strictObject({
  command: z
    .string()
    .trim()
    .min(1, 'say which command runs the tests')
    .default('npm test')
    .describe('The command that runs the tests: one program and its arguments.'),
  who: z
    .enum(['model', 'hook'])
    .default('model')
    .describe(
      'Who runs it: `model`: it is asked to. `hook`: it is run here, and the model gets the output where it fails.',
    ),
  tests: z
    .array(testPattern)
    .max(200)
    .default(TESTS)
    .describe(
      'Commands of the model that count as a test run beside `command`, as `block-commands` has them: `npm test`.',
    ),
  edits: toolMatcherText
    .default('files.edit|files.write')
    .describe('Tools that edit: names split at `|`, or a regular expression.'),
  files: z
    .array(glob)
    .max(MOST_GLOBS)
    .default(['**', '!*.{md,txt}'])
    .describe('Files whose edits need a test: names or paths with `*`, `**`, `?`, `{a,b}`; `!` takes out again.'),
  most: z
    .int()
    .min(1)
    .max(8)
    .default(2)
    .describe('How often in a turn the model is sent back; then the turn may end, and the person is told.'),
  cwd: z.string().default('.').describe('The folder that the hook runs the command in, from the workspace.'),
  timeoutMs: z
    .int()
    .min(1)
    .max(LONGEST_MS)
    .default(300_000)
    .describe('Milliseconds after which a command that the hook runs is ended; that is a no.'),
  tail: z
    .int()
    .min(100)
    .max(50_000)
    .default(4_000)
    .describe('Characters of the end of its output that the model is told.'),
})

type Params = z.output<typeof params>

interface Work {
  turn: string
  /** Edited since the last test that passed. */
  readonly files: Set<string>
  /** Epoch milliseconds of the last edit: what was started before did not test it. */
  editedMs: number
  asked: number
}

export function testsBeforeStop(world: BuiltInWorld): HookDefinition {
  const sessions = new BySession<Work>(() => ({ turn: '', files: new Set(), editedMs: 0, asked: 0 }))
  const workIn = (session: string, turn: string): Work => {
    const work = sessions.of(session)
    if (work.turn !== turn) {
      work.files.clear()
      Object.assign(work, { turn, editedMs: 0, asked: 0 })
    }
    return work
  }
  const globsOf = compiler((files) => pathGlobs(files, { person: world.person, foldCase: foldsCase(world.platform) }))
  const testsOf = compiler((tests) => tests.map(commandPattern))
  return withSignal((signal) =>
    defineHook({
      name: 'tests-before-stop',
      description:
        'Does not let a turn end that edited files until a test command ran since with exit code 0: runs it, or asks the model to.',
      params,
      timeoutMs: HOOK_TIMEOUT_MS,
      on: {
        'tools.after': (t, { isError }, { call, startedMs, finishedMs }) => {
          if (isError || t.dryRun) return
          const { edits, files, command, tests } = t.params
          const work = workIn(t.sessionId, t.turnId)
          if (matchesTool(edits, call.name)) {
            const file = editedFile(call, t.workspace, globsOf(files))
            if (file === null) return
            if (work.files.size < MOST_KEPT) work.files.add(file)
            work.editedMs = finishedMs
          } else if (startedMs >= work.editedMs && isTestRun(call, command, testsOf(tests))) work.files.clear()
        },
        'stop.done': async (t, reply) => {
          const work = workIn(t.sessionId, t.turnId)
          if (reply.calls.length > 0 || work.files.size === 0) return t.useDefault
          const { command, who, most } = t.params
          if (t.dryRun) return t.note(`a dry run does not run \`${command}\``)
          const place = { workspace: t.workspace, signal: signal() }
          const why = who === 'model' ? untested(work, t.params) : await ownRun(world, t.params, place)
          if (typeof why !== 'string') {
            if (why.passed) work.files.clear()
            return why.note === null ? t.useDefault : t.note(why.note)
          }
          if (work.asked >= most) {
            const given = most === 1 ? 'once' : `${most} times`
            return t.note(`gave up: ${namedFiles(work)} untested after the model was sent back ${given}`)
          }
          work.asked += 1
          return t.askAgain(why)
        },
      },
    }),
  )
}

/** Parameters are the same object for as long as the hook is attached. */
function compiler<T>(make: (texts: readonly string[]) => T): (texts: readonly string[]) => T {
  const made = new WeakMap<readonly string[], { readonly value: T }>()
  return (texts) => {
    const known = made.get(texts) ?? { value: make(texts) }
    made.set(texts, known)
    return known.value
  }
}

/** As people write it; null where its edits need no test. A tool of others may name none. */
function editedFile({ name, args }: HookCall, workspace: string, globs: PathGlobs): string | null {
  const { file_path: path } = args
  if (typeof path !== 'string' || path.includes('\0')) return name
  const { named } = placeOf(path, workspace)
  return globs.find(named, workspace) === null ? null : shownPath(named, workspace)
}

/** Only where a failure of the tests would be the exit code of the call. */
function isTestRun(call: HookCall, own: string, tests: readonly CommandPattern[]): boolean {
  const command = call.name === 'run' ? commandCall(call.args) : null
  if (command === null) return false
  if (command.command.trim() === own) return true
  const running = whatCallRuns(command)
  if (running.unread !== null || running.scripts.some((script) => BESIDE.test(script))) return false
  return running.steps.some((step, at) => {
    const alone = runningAlone(step.invocations)
    if (step.piped || step.negated || !tests.some((test) => test.matches(alone))) return false
    return running.steps.slice(at + 1).every(({ link }) => link === 'and')
  })
}

/** `&` alone: nobody waits for it. */
const BESIDE = /(?<![&>])&(?![&>])/

interface Place {
  readonly workspace: string
  readonly signal: AbortSignal
}

interface MayEnd {
  readonly passed: boolean
  readonly note: string | null
}

/** What the model is told, or why the turn may end. */
async function ownRun(world: BuiltInWorld, params: Params, { workspace, signal }: Place): Promise<string | MayEnd> {
  const { environment, run } = world
  const { command, timeoutMs, tail } = params
  const cwd = resolve(workspace, params.cwd)
  const where = { command, cwd, environment, run, timeoutMs, signal, outputBytes: OUTPUT_BYTES }
  const checked = await checkCommand(where)
  switch (checked.says) {
    case 'yes':
      return { passed: true, note: `\`${command}\` passes` }
    case 'stopped':
      return { passed: false, note: null }
    case 'nothing':
      return { passed: false, note: `\`${command}\` can't run, so the turn ends untested: ${checked.why}` }
    case 'no': {
      const text = checked.output.trimEnd()
      const start = tailStart(text, tail)
      const said = `${start === 0 ? '' : `[${start} characters before this]\n`}${text.slice(start)}`
      return `Not done yet: you edited files, and \`${command}\` says no (${checked.how}).\n\n${said === '' ? 'It printed nothing.' : said}\n\nGo on until it passes, or say what keeps you from it.`
    }
  }
}

function untested(work: Work, { command }: Params): string {
  return `Not done yet: you edited ${namedFiles(work)} in this turn, and no test ran since with exit code 0. Run \`${command}\`, by itself and not as part of a pipe, and go on until it passes; or say what keeps you from it.`
}

function namedFiles({ files }: Work): string {
  const names = [...files].slice(0, MOST_NAMED).map((name) => `\`${name}\``)
  const more = files.size - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
