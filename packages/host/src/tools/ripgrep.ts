/** Searches through ripgrep, whose regular expressions take linear time. A missing binary is a sentence, not a crash. */
import type { ToolContext, ToolResult } from '@belay/agent'
import { runProgram } from '../processes/run-program'
import { failed, ok } from './define-tool'
import { programEnvironment } from './program-environment'
import { findPath } from './workspace-path'

export interface Search {
  readonly args: readonly string[]
  readonly path: string
  /** Lines at most. */
  readonly most: number
  /** What the lines are, in a word. */
  readonly what: string
}

/** A search of a whole disk must come to an end. */
const TIMEOUT_MS = 30_000
/** Enough for the most lines at their longest. */
const OUTPUT_BYTES = 2_097_152

export async function searchLines(search: Search, { workspace, signal }: ToolContext): Promise<ToolResult> {
  const { path, inside, shown } = await findPath(search.path, workspace)
  const { path: root } = await findPath('.', workspace)
  const target = inside ? shown : path
  const end = await runProgram({
    file: await findRipgrep(),
    args: ['--no-config', '--color', 'never', '--sort', 'path', ...search.args, '--', target],
    cwd: root,
    env: programEnvironment(process.env),
    stdin: null,
    timeoutMs: TIMEOUT_MS,
    signal,
    outputBytes: OUTPUT_BYTES,
  })
  if (end.notStarted !== null)
    return failed(
      `The search program ripgrep is not there (${end.notStarted}): install Belay's packages again. files.ls and files.read work without it.`,
    )
  if (end.stopped) return failed('stopped by the person', { stopped: true })
  if (end.timedOut) return failed(`The search took longer than ${TIMEOUT_MS / 1000} s: give a narrower path or glob.`)
  // 1 is "nothing found"; 2 also comes with results where a file could not be read.
  if (end.exitCode === 2 && end.stdout.bytes === 0) return failed(end.stderr.text.trim().slice(0, 2_000))
  return listed(end.stdout.text, search, end.stdout.leftOut > 0)
}

function listed(text: string, { most, what }: Search, flooded: boolean): ToolResult {
  const found = text.split('\n').filter((line) => line !== '')
  const lines = found.slice(0, most).map((line) => line.replace(/^\.\//, ''))
  const facts = { found: found.length, cut: flooded || found.length > most }
  if (lines.length === 0) return ok(`[no ${what}]`, facts)
  if (!facts.cut) return ok(lines.join('\n'), facts)
  const more = flooded ? 'many' : `${found.length - most}`
  return ok(
    `${lines.join('\n')}\n[cut at ${lines.length} ${what}, ${more} more: narrow the path, the glob or the pattern]`,
    facts,
  )
}

/** The binary that comes with the package; where that was left out, one that is installed on the machine. */
async function findRipgrep(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath
  } catch {
    return 'rg'
  }
}
