/** The hook library, and what is wrong in it. */
import type { LibraryHook } from '@belay/api'
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
  const rows = hooks.map(({ slug, builtIn, file, points, description, error }) => [
    slug,
    builtIn ? 'built in' : (file ?? ''),
    points.join(', '),
    error === null ? description : `does not load: ${error.message}`,
  ])
  for (const line of table(columns, rows, out.columns)) out.line(line)
}

export function printChecks(out: Output, hooks: readonly LibraryHook[], diagnostics: readonly Diagnostic[]): void {
  for (const { file, line, message } of diagnostics) {
    out.line(`${[file, line].filter((part) => part !== null).join(':')}: ${oneLine(message)}`)
  }
  const count = `${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'}`
  const wrong = `${diagnostics.length} with a mistake`
  out.line(diagnostics.length === 0 ? `${count}, nothing wrong.` : `${count}, ${wrong}.`)
}
