/** Extensions: whether they are on, and what they bring. */
import type { ExtensionState } from '@belay/api'
import type { Output } from '../output'
import { table } from './table'

const columns = [{ title: 'extension' }, { title: 'state' }, { title: 'brings', most: 60 }, { title: 'what it does' }]

export function printExtensions(out: Output, extensions: readonly ExtensionState[]): void {
  const rows = extensions.map((one) => [one.name, stateOf(one), broughtBy(one), one.description])
  for (const line of table(columns, rows, out.columns)) out.line(line)
  for (const { name, broken } of extensions) if (broken !== null) out.line(`${name} can't be used: ${broken}.`)
}

function stateOf({ broken, required, enabled }: ExtensionState): string {
  if (broken !== null) return 'broken'
  if (required) return 'always on'
  return enabled ? 'on' : 'off'
}

function broughtBy({ brings: { tools, commands, hooks, contexts, providers } }: ExtensionState): string {
  const all = [
    ...tools,
    ...commands.map((name) => `/${name}`),
    ...hooks,
    ...contexts,
    ...providers.map((name) => `${name}/…`),
  ]
  return all.length === 0 ? '–' : all.join(', ')
}
