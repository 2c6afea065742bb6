/**
 * Formats a file after it was written or edited. Promises: a formatter that fails changes nothing and is told; the model
 * learns what became of the file. By `stdin` the change goes through `files.edit`, so that it is kept and can be put back.
 */
import { readFileSync, statSync } from 'node:fs'
import { defineHook, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { programEnvironment } from '../../tools/program-environment'
import { splitCommand } from '../../tools/split-command'
import { globProblem, MOST_GLOBS, pathGlobs } from '../paths/path-globs'
import { isWithin, placeOf, shownPath } from '../paths/place'
import { tailStart } from './cut-text'
import { lineDiff, uniquePiece } from './line-diff'
import { withSignal } from './with-signal'
import { type BuiltInWorld, foldsCase } from './world'

const LONGEST_MS = 100_000
const HOOK_TIMEOUT_MS = 110_000
/** Files that people write are smaller; generated ones need no format. */
const MOST_BYTES = 1_000_000
/** What is told of a formatter that fails. */
const MOST_SAID = 500
/** The file's path in a command, as one word. */
const FILE = '{file}'

const glob = z.string().superRefine((text, context) => {
  const problem = globProblem(text)
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})

const command = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const split = splitCommand(text)
    if (!split.ok) context.addIssue({ code: 'custom', message: split.message })
  })

const rule = z.strictObject({
  files: z
    .array(glob)
    .min(1, 'name at least one file')
    .max(MOST_GLOBS)
    .describe('Which files: names or paths; `!` takes out again.'),
  command: command.describe('The formatter: one program and its arguments; `{file}` stands for the path.'),
  by: z
    .enum(['stdin', 'file'])
    .default('stdin')
    .describe('`stdin`: it is fed the text and prints the new one. `file`: it changes the file itself.'),
})

const params = z.strictObject({
  rules: z.array(rule).max(50).default([]).describe('Formatters by file; the first that fits counts.'),
  timeoutMs: z.int().min(1).max(LONGEST_MS).default(20_000).describe('Milliseconds after which a formatter is ended.'),
  diff: z
    .int()
    .min(0)
    .max(2_000)
    .default(60)
    .describe('Lines of the change that the model is told; 0: only that there was one.'),
})

type Params = z.output<typeof params>
type Rule = z.output<typeof rule>

interface Formatting {
  readonly path: string
  readonly before: string
  readonly rule: Rule
  readonly timeoutMs: number
  readonly workspace: string
  readonly signal: AbortSignal
}

const EDITS = new Set(['files.edit', 'files.write'])

export function formatAfterEdit(world: BuiltInWorld): HookDefinition {
  const globs = { person: world.person, foldCase: foldsCase(world.platform) }
  const ruleFor = ({ rules }: Params, path: string, workspace: string) =>
    rules.find(({ files }) => pathGlobs(files, globs).find(path, workspace) !== null)
  return withSignal((signal) =>
    defineHook({
      name: 'format-after-edit',
      description:
        'Runs a formatter on a file after it was written or edited, by the rules that you give, and tells the model what it changed.',
      points: ['tools.after'],
      params,
      timeoutMs: HOOK_TIMEOUT_MS,
      async run(t, { result, call }) {
        const { file_path: asked } = call.args
        if (result.isError || !EDITS.has(call.name) || typeof asked !== 'string') return t.useDefault
        const [root = t.workspace] = placeOf(t.workspace, '/').real
        const [path] = placeOf(asked, t.workspace).real
        if (path === undefined || !isWithin(path, root)) return t.useDefault
        const rule = ruleFor(t.params, path, root)
        const before = rule === undefined ? null : textOf(path)
        if (rule === undefined || before === null || before === '') return t.useDefault
        const shown = shownPath(path, root)
        const [program = ''] = rule.command.split(' ')
        if (t.dryRun) return t.note(`a dry run does not format \`${shown}\` with \`${program}\``)
        const refused = rule.by === 'file' ? await mayNotChange(t, path) : null
        if (refused !== null) return t.note(`\`${shown}\` was not formatted: ${refused}`)
        const { timeoutMs } = t.params
        const ran = await format(world, { path, before, rule, timeoutMs, workspace: root, signal: signal() })
        if (!ran.ok) return t.note(`\`${shown}\` was not formatted: \`${program}\` ${ran.why}`)
        if (ran.after === before) return t.useDefault
        if (rule.by === 'stdin') {
          const failed = await put(t, { path, before, after: ran.after })
          if (failed !== null) return t.note(`\`${shown}\` was not formatted: ${failed}`)
        }
        return t.context(told(shown, program, { before, after: ran.after, most: t.params.diff }))
      },
    }),
  )
}

/** Null for what is no text, or too large. */
function textOf(path: string): string | null {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > MOST_BYTES) return null
    const bytes = readFileSync(path)
    const text = bytes.toString('utf8')
    return Buffer.from(text).equals(bytes) ? text : null
  } catch {
    // Gone by now.
    return null
  }
}

type Formatted = { readonly ok: true; readonly after: string } | { readonly ok: false; readonly why: string }

async function format({ run, environment }: BuiltInWorld, formatting: Formatting): Promise<Formatted> {
  const { path, before, rule, timeoutMs, workspace, signal } = formatting
  const split = splitCommand(rule.command)
  if (!split.ok) return { ok: false, why: split.message }
  const [file = '', ...args] = split.words
  const named = args.some((arg) => arg.includes(FILE)) || rule.by === 'stdin' ? args : [...args, FILE]
  const end = await run({
    ...{ file, args: named.map((arg) => arg.replaceAll(FILE, () => path)), cwd: workspace },
    ...{ env: programEnvironment(environment), stdin: rule.by === 'stdin' ? before : null, timeoutMs, signal },
    // First and last half: all of a text that is as large as one may be.
    outputBytes: MOST_BYTES * 2,
  })
  if (end.notStarted !== null) return { ok: false, why: `can't run: ${end.notStarted}` }
  if (end.timedOut) return { ok: false, why: `ran out of time after ${timeoutMs / 1_000} s` }
  if (end.exitCode !== 0) return { ok: false, why: `failed (exit code ${end.exitCode ?? 'none'})${saidBy(end)}` }
  if (rule.by === 'file') return { ok: true, after: textOf(path) ?? before }
  if (end.stdout.leftOut > 0) return { ok: false, why: 'printed more than a file may have' }
  if (end.stdout.text === '' && before !== '') return { ok: false, why: 'printed nothing: does it read stdin?' }
  return { ok: true, after: end.stdout.text }
}

interface Printed {
  readonly stdout: { readonly text: string }
  readonly stderr: { readonly text: string }
}

function saidBy({ stdout, stderr }: Printed): string {
  const text = (stderr.text.trim() || stdout.text.trim()).slice(0, 20_000)
  return text === '' ? '' : `: ${text.slice(tailStart(text, MOST_SAID))}`
}

/** In shadow a hook's tools are refused, and so must be what a program of its own would change. Null where it may. */
async function mayNotChange(t: { readonly tool: Tool }, path: string): Promise<string | null> {
  try {
    await t.tool('files.read', { file_path: path, start_line: 1, end_line: 1 })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

interface Putting {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Through the session's own tool: what stood there is kept, and a change that somebody made meanwhile is not lost. */
async function put(t: { readonly tool: Tool }, { path, before, after }: Putting): Promise<string | null> {
  const { from, to } = uniquePiece(before, after)
  try {
    const { content, isError } = await t.tool('files.edit', { file_path: path, old_string: from, new_string: to })
    return isError ? content : null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Tool = (
  name: string,
  args: { readonly [name: string]: string | number },
) => Promise<{ readonly content: string; readonly isError: boolean }>

interface Told {
  readonly before: string
  readonly after: string
  readonly most: number
}

function told(shown: string, program: string, { before, after, most }: Told): string {
  const how = most === 0 ? ' Read it again before you edit it.' : `\n\n${lineDiff(before, after, most)}`
  return `\`${shown}\` was reformatted by \`${program}\` after your change.${how}`
}
