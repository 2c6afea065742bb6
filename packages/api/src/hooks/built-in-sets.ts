/** The sets of hooks that ship with Belay. Parameters are spelled out only where a hook's own defaults are not what the set is for. */
import type { HookSpec } from '../operations'

export interface BuiltInSet {
  readonly name: string
  readonly description: string
  readonly hooks: readonly HookSpec[]
}

export const BUILT_IN_SETS: readonly BuiltInSet[] = [
  {
    name: 'careful',
    description: 'Refuses ruinous commands.',
    hooks: [{ hook: 'block-commands' }],
  },
  {
    name: 'read-only',
    description: 'Asks before a file is changed and before anything is run.',
    hooks: [{ hook: 'ask-before', params: { tools: 'files.write|files.edit|run' } }],
  },
  {
    name: 'audit',
    description: 'Changes nothing about a turn: says what would have been refused.',
    hooks: [{ hook: 'block-commands', mode: 'shadow' }],
  },
]
