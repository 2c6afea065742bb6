/** The trace as rows to read: a line a point and below it a line a hook, each with what it decided under its own name. */
import { formatDuration, type Mark, markOfDecision } from '@belay/canvas'
import { type Attachment, DECISIONS, POINTS, type PointId } from '@belay/trace'
import type { TraceLine } from '../api'
import { formatCount } from '../format'
import { hookLabels } from './hook-labels'

export interface TraceCount {
  readonly name: string
  readonly count: number
  readonly mark: Mark
}

export interface TraceRow {
  readonly point: PointId
  /** Null for the point's own line. */
  readonly hook: string | null
  readonly hookId: string | null
  readonly mode: Attachment['mode'] | null
  readonly asked: number
  readonly byDefault: number
  readonly failures: number
  readonly medianMs: number | null
  readonly p95Ms: number | null
  readonly decisions: readonly TraceCount[]
  /** The last failures in the hook's own words, or why it does not load. */
  readonly failed: readonly string[]
}

/** `hooks` are those that are attached: one that does not load has a line also where it never came to being asked. */
export function traceRows(lines: readonly TraceLine[], hooks: readonly Attachment[]): readonly TraceRow[] {
  const labels = hookLabels(hooks)
  const rows = lines.map((line) => rowOf(line, labels))
  const broken = hooks.filter(({ version, error }) => version === null && error !== null)
  const absent = broken.flatMap((hook) =>
    hook.points
      .filter((point) => !rows.some((row) => row.point === point && row.hookId === hook.id))
      .map((point) => brokenRow(point, hook, labels.get(hook.id) ?? hook.name)),
  )
  return POINTS.flatMap((point) => {
    const [here, missing] = [rows.filter((row) => row.point === point), absent.filter((row) => row.point === point)]
    return here.length === 0 && missing.length > 0 ? [silent(point), ...missing] : [...here, ...missing]
  })
}

function rowOf(line: TraceLine, labels: ReadonlyMap<string, string>): TraceRow {
  const { point, hook, hookId = null, mode, asked, failures, medianMs, p95Ms } = line
  return {
    ...{ point, hookId, mode, asked, failures, medianMs, p95Ms, byDefault: line.default },
    hook: hook === null ? null : ((hookId === null ? undefined : labels.get(hookId)) ?? hook),
    decisions: Object.entries(line.decisions).map(([name, count]) => ({ name, count, mark: markOf(name) })),
    // Told once: below the hook, not below the point as well.
    failed: hook === null ? [] : [...new Set(line.lastFailures)],
  }
}

const NONE = { asked: 0, byDefault: 0, failures: 0, medianMs: null, p95Ms: null, decisions: [] } as const

function silent(point: PointId): TraceRow {
  return { point, hook: null, hookId: null, mode: null, ...NONE, failed: [] }
}

function brokenRow(point: PointId, { id, mode, error }: Attachment, hook: string): TraceRow {
  return { point, hook, hookId: id, mode, ...NONE, failed: [`does not load: ${error ?? ''}`] }
}

function markOf(called: string): Mark {
  const name = called.replace(/^would (give )?/, '')
  const decision = DECISIONS.find((one) => one === name)
  if (decision !== undefined) return markOfDecision(decision)
  switch (name) {
    case 'context':
      return 'context'
    case 'halt':
      return 'halt'
    case 'not loaded':
      return 'failed'
    default:
      return 'pass'
  }
}

export function decisionWords({ decisions }: Pick<TraceRow, 'decisions'>): string {
  return decisions.map(({ name, count }) => `${name.replace('_', ' ')} ${formatCount(count)}`).join(', ')
}

export function durationText(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms)
}

const HEADS = ['point / hook', 'mode', 'asked', 'default', 'failed', 'median', 'p95', 'decided'] as const

/** For a message or an issue: columns of plain text. */
export function traceText(rows: readonly TraceRow[]): string {
  const cells = [HEADS, ...rows.map(cellsOf)]
  const widths = HEADS.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const lines = cells.map((row) => line(row, widths))
  const failures = rows.flatMap(({ point, hook, failed }) => failed.map((text) => `  ${hook} at ${point}: ${text}`))
  return [...lines, ...(failures.length === 0 ? [] : ['', 'last failures:', ...failures])].join('\n')
}

function cellsOf(row: TraceRow): readonly string[] {
  const { point, hook, mode, asked, byDefault, failures, medianMs, p95Ms } = row
  const counts = [asked, byDefault, failures].map(String)
  const times = [durationText(medianMs), durationText(p95Ms)]
  return [hook === null ? point : `  ${hook}`, mode ?? '', ...counts, ...times, decisionWords(row)]
}

/** Words to the left, figures to the right. */
function line(row: readonly string[], widths: readonly number[]): string {
  const padded = row.map((cell, at) => {
    const width = widths[at] ?? 0
    return at >= 2 && at <= 6 ? cell.padStart(width) : cell.padEnd(width)
  })
  return padded.join('  ').trimEnd()
}
