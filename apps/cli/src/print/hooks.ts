/** The hook library, and what is wrong in it. */
import type { LibraryHook, Program } from '@belay/api'
import type { Diagnostic } from '../commands/hooks'
import type { Output } from '../output'
import { table } from './table'
import { oneLine } from './text'

const columns = [
  { title: 'hook' },
  { title: 'from', most: 40 },
  { title: 'points', most: 40 },
  { title: 'what it does' },
]

export function printHooks(out: Output, hooks: readonly LibraryHook[]): void {
  const rows = hooks.map(({ slug, builtIn, file, points, description, version, error }) => [
    slug,
    builtIn ? 'built in' : (file ?? ''),
    points.join(', '),
    error === null ? description : `${wrongText(version)}: ${error.message}`,
  ])
  for (const line of table(columns, rows, out.columns)) out.line(line)
}

/** Beside a version, an older one of the file runs. */
export function wrongText(version: string | null): string {
  return version === null ? 'does not load' : 'has an error, its last good version runs'
}

export interface Checked {
  readonly hooks: readonly LibraryHook[]
  readonly programs: readonly Program[]
  readonly diagnostics: readonly Diagnostic[]
}

export function printChecks(out: Output, { hooks, programs, diagnostics }: Checked): void {
  for (const { file, line, severity, message } of diagnostics) {
    const place = [file, line].filter((part) => part !== null).join(':')
    out.line(`${place}: ${severity === 'warning' ? 'warning: ' : ''}${oneLine(message)}`)
  }
  const counts = [countOf(hooks, 'hook'), ...(programs.length === 0 ? [] : [countOf(programs, 'program')])]
  const count = counts.join(' and ')
  out.line(diagnostics.length === 0 ? `${count}, nothing wrong.` : `${count}, ${wrongWords(diagnostics)}.`)
}

function countOf(items: readonly unknown[], name: string): string {
  return `${items.length} ${name}${items.length === 1 ? '' : 's'}`
}

function wrongWords(diagnostics: readonly Diagnostic[]): string {
  const of = (severity: Diagnostic['severity']) => diagnostics.filter((one) => one.severity === severity).length
  const [errors, warnings] = [of('error'), of('warning')]
  const told = [
    ...(errors === 0 ? [] : [`${errors} ${errors === 1 ? 'mistake' : 'mistakes'}`]),
    ...(warnings === 0 ? [] : [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`]),
  ]
  return told.join(' and ')
}
