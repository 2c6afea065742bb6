/** The trace of a session or a turn: a line a point, below it a line a hook. */
import type { TraceLine } from '@belay/api'
import type { Attachment } from '@belay/trace'
import type { Output } from '../output'
import { table } from './table'
import { duration, oneLine } from './text'
import { wrongOf } from './wrong-hooks'

export interface Trace {
  readonly session: string
  readonly turn: number | null
  readonly lines: readonly TraceLine[]
  /** All that are attached, in their order: two of one name have numbers. */
  readonly attached?: readonly AttachedHook[]
}

type AttachedHook = Pick<Attachment, 'id' | 'name' | 'source' | 'version' | 'error' | 'unfit'>

const columns = [
  { title: 'point / hook', most: 40 },
  { title: 'mode' },
  ...['asked', 'default', 'failed', 'median', 'p95'].map((title) => ({ title, right: true })),
  { title: 'decisions' },
]

export function printTrace(out: Output, trace: Trace): void {
  for (const line of traceText(trace, out.columns)) out.line(line)
}

export function traceText({ session, turn, lines: found, attached = [] }: Trace, width: number): readonly string[] {
  const lines = numbered(found, attached)
  const head = `${session}${turn === null ? '' : `, turn ${turn}`}`
  const notLoading = wrongHooks(attached)
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

/** Whether they were asked or not, under what is wrong with them. */
function wrongHooks(attached: readonly AttachedHook[]): readonly string[] {
  const all = attached.flatMap((hook) => {
    const wrong = wrongOf(hook)
    return wrong === null ? [] : [{ ...wrong, name: hook.name }]
  })
  return [...new Set(all.map(({ what }) => what))].flatMap((what) => {
    const said = all.filter((one) => one.what === what).map(({ name, why }) => `  ${oneLine(name)}: ${oneLine(why)}`)
    return ['', `${what}:`, ...said]
  })
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
