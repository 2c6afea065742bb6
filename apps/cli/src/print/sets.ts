/** Sets of hooks as a list, and one of them. */
import type { HookSet, HookSpec } from '@belay/api'
import type { Output } from '../output'
import { table } from './table'
import { oneLine } from './text'

const columns = [{ title: 'set' }, { title: 'from' }, { title: 'hooks', most: 60 }, { title: 'what for' }]

export function printSets(out: Output, sets: readonly HookSet[]): void {
  const rows = sets.map((set) => [
    set.name,
    set.builtIn ? 'built in' : 'saved',
    set.hooks.map(({ hook }) => hook).join(', '),
    obstacleIn(set) ?? set.description,
  ])
  for (const line of table(columns, rows, out.columns)) out.line(line)
}

/** Why it cannot be attached; null where it can. */
function obstacleIn({ missing, problems }: HookSet): string | null {
  if (missing.length > 0) return `not here: ${missing.join(', ')}`
  return problems[0] ?? null
}

export function printSet(out: Output, { name, description, builtIn, hooks, missing, problems }: HookSet): void {
  out.line(`${oneLine(name)}${builtIn ? '  (built in)' : ''}`)
  if (description !== '') out.line(`  ${oneLine(description)}`)
  out.line('')
  hooks.forEach((hook, index) => {
    const absent = missing.includes(hook.hook) ? ', not in the library here' : ''
    out.line(`  ${index + 1} ${hookText(hook)}${absent}`)
  })
  for (const problem of problems) out.line(oneLine(problem))
}

function hookText({ hook, params, mode = 'enforce', points, onFailure }: HookSpec): string {
  const parts = [
    mode,
    ...(points === undefined ? [] : [`at ${points.join(', ')}`]),
    ...(onFailure === undefined ? [] : [`on failure ${onFailure}`]),
    ...(params === undefined ? [] : [oneLine(JSON.stringify(params))]),
  ]
  return `${oneLine(hook)}  ${parts.join(', ')}`
}
