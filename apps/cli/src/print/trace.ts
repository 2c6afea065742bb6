/** The trace of a session or a turn: a line a point, below it a line a hook. */
import type { TraceLine } from '@belay/api'
import type { Attachment } from '@belay/trace'
import type { Output } from '../output'
import { table } from './table'
import { duration, oneLine } from './text'

export interface Trace {
  readonly session: string
  readonly turn: number | null
  readonly lines: readonly TraceLine[]
  /** Attached hooks whose files do not load now, whether they were asked or not. */
  readonly unloaded?: readonly WrongHook[]
  /** Those whose files have an error, while their last good versions run. */
  readonly stale?: readonly WrongHook[]
  /** All that are attached, in their order: two of one name have numbers. */
  readonly attached?: readonly AttachedHook[]
}

type AttachedHook = Pick<Attachment, 'id' | 'name' | 'source'>

interface WrongHook {
  readonly name: string
  readonly error: string
}

const columns = [
  { title: 'point / hook', most: 40 },
  { title: 'mode' },
  ...['asked', 'default', 'failed', 'median', 'p95'].map((title) => ({ title, right: true })),
  { title: 'decisions' },
]

export function printTrace(out: Output, trace: Trace): void {
  for (const line of traceText(trace, out.columns)) out.line(line)
}

export function traceText(
  { session, turn, lines: found, unloaded = [], stale = [], attached = [] }: Trace,
  width: number,
): readonly string[] {
  const lines = numbered(found, attached)
  const head = `${session}${turn === null ? '' : `, turn ${turn}`}`
  const notLoading = [...wrongHooks(unloaded, 'does not load'), ...wrongHooks(stale, RUNS_ON)]
  if (lines.length === 0) return [`${head}: no hook was asked`, ...notLoading]
  const failures = lastFailures(lines)
  return [
    head,
    '',
    ...table(columns, lines.map(rowOf), width),
    ...(failures.length === 0 ? [] : ['', 'last failures:', ...failures]),
    ...notLoading,
  ]
}

/**
 * `guard #1` and `guard #2`, as the rail calls them. What is not attached any more comes behind; hooks of a program, an extension or
 * hooks.json share a name and stand at one point each.
 */
function numbered(lines: readonly TraceLine[], attached: readonly AttachedHook[]): readonly TraceLine[] {
  const brought = new Set<string>(attached.filter(({ source }) => source !== 'library').map(({ id }) => id))
  const hooks = new Map<string, string>()
  for (const { id, name } of attached) if (!brought.has(id)) hooks.set(id, name)
  for (const { hook, hookId } of lines)
    if (hook !== null && hookId !== undefined && !hooks.has(hookId) && !brought.has(hookId)) hooks.set(hookId, hook)
  return lines.map((line) => {
    const { hook, hookId } = line
    const twins = [...hooks].filter(([, name]) => name === hook).map(([id]) => id)
    if (hookId === undefined || !hooks.has(hookId) || twins.length < 2) return line
    return { ...line, hook: `${hook} #${twins.indexOf(hookId) + 1}` }
  })
}

const RUNS_ON = 'has an error, and its last good version runs'

function wrongHooks(hooks: readonly WrongHook[], what: string): readonly string[] {
  const said = hooks.map(({ name, error }) => `  ${oneLine(name)}: ${oneLine(error)}`)
  return said.length === 0 ? [] : ['', `${what}:`, ...said]
}

const MOST_FAILURES = 3

/** Of each hook the last ones, wherever it stands: the point's own line says the same once more. */
function lastFailures(lines: readonly TraceLine[]): readonly string[] {
  const hooks = [...new Set(lines.flatMap(({ hook }) => (hook === null ? [] : [hook])))]
  return hooks.flatMap((hook) =>
    lines
      .filter((line) => line.hook === hook)
      .flatMap(({ point, lastFailures, lastFailureSeqs }) =>
        lastFailures.map((text, index) => ({ seq: lastFailureSeqs[index] ?? 0, text: `${point}: ${oneLine(text)}` })),
      )
      .sort((a, b) => a.seq - b.seq)
      .slice(-MOST_FAILURES)
      .map(({ text }) => `  ${hook} at ${text}`),
  )
}

function rowOf(line: TraceLine): readonly string[] {
  return [
    line.hook === null ? line.point : `  ${line.hook}`,
    line.mode ?? '',
    ...[line.asked, line.default, line.failures].map(String),
    ...[line.medianMs, line.p95Ms].map((ms) => (ms === null ? '' : duration(ms))),
    Object.entries(line.decisions)
      .map(([name, count]) => `${name.replace('_', ' ')} ${count}`)
      .join(', '),
  ]
}
