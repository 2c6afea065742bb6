/** The hook library, and what is wrong in it. */
import type { LibraryHook, Program } from '@belay/api'
import type { Diagnostic, ListedCommand } from '../commands/hooks'
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

const commandColumns = [
  { title: 'event' },
  { title: 'matcher', most: 24 },
  { title: 'command' },
  { title: 'from', most: 60 },
]

export function printCommands(out: Output, commands: readonly ListedCommand[]): void {
  const rows = commands.map(({ event, matcher, command, file, line }) => [
    event,
    matcher ?? '',
    oneLine(command),
    `${file ?? ''}:${line ?? ''}`,
  ])
  for (const line of table(commandColumns, rows, out.columns)) out.line(line)
}

export interface Checked {
  /** How many command hooks. */
  readonly commands: number
  readonly hooks: readonly LibraryHook[]
  readonly programs: readonly Program[]
  readonly diagnostics: readonly Diagnostic[]
}

export function printChecks(out: Output, { hooks, programs, commands, diagnostics }: Checked): void {
  for (const { file, line, path, severity, message } of diagnostics) {
    const place = [file, line].filter((part) => part !== null).join(':')
    const within = path === null ? '' : `${path}: `
    out.line(`${place}: ${severity === 'warning' ? 'warning: ' : ''}${within}${oneLine(message)}`)
  }
  const counts = [
    ...(hooks.length === 0 && commands > 0 ? [] : [countOf(hooks.length, 'hook')]),
    ...(programs.length === 0 ? [] : [countOf(programs.length, 'program')]),
    ...(commands === 0 ? [] : [countOf(commands, 'command hook')]),
  ]
  const count = counts.join(' and ')
  out.line(diagnostics.length === 0 ? `${count}, nothing wrong.` : `${count}, ${wrongWords(diagnostics)}.`)
}

function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
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
