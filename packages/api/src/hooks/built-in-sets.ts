/** The sets of hooks that ship with Belay. Parameters are spelled out only where a hook's own defaults are not what the set is for. */
import type { HookSpec } from '../operations'

export interface BuiltInSet {
  readonly name: string
  readonly description: string
  readonly hooks: readonly HookSpec[]
}

const READ_ONLY_ADVICE = 'This session only reads: say what should change, so that the person can do it.'

export const BUILT_IN_SETS: readonly BuiltInSet[] = [
  {
    name: 'careful',
    description:
      'Works freely in the workspace, and stays in it. Ruinous commands, protected files, edits of what was not read and loops are refused; secrets are taken out of results.',
    hooks: [
      { hook: 'block-commands' },
      { hook: 'workspace-fence' },
      { hook: 'protect-paths' },
      { hook: 'read-before-edit' },
      { hook: 'loop-breaker' },
      { hook: 'redact-secrets' },
    ],
  },
  {
    name: 'read-only',
    description: 'Looks and changes nothing: no file is written, and every command is asked about.',
    hooks: [
      { hook: 'protect-paths', params: { paths: ['/'], advice: READ_ONLY_ADVICE }, onFailure: 'closed' },
      { hook: 'ask-before', params: { tools: 'run', because: 'This session only reads.' }, onFailure: 'closed' },
    ],
  },
  {
    name: 'audit',
    description:
      'Changes nothing about a turn: writes all that happens to a file, and says what would have been refused or taken out.',
    hooks: [
      { hook: 'audit-log' },
      { hook: 'block-commands', mode: 'shadow' },
      { hook: 'protect-paths', mode: 'shadow' },
      { hook: 'loop-breaker', mode: 'shadow' },
      { hook: 'redact-secrets', mode: 'shadow' },
      { hook: 'network-guard', mode: 'shadow' },
      { hook: 'secrets-guard', mode: 'shadow' },
      { hook: 'commit-guard', mode: 'shadow' },
    ],
  },
  {
    name: 'outgoing',
    description:
      'Watches what leaves this machine: hosts that are not listed are asked about, secrets stay here, and commits and pushes keep to rules.',
    hooks: [{ hook: 'network-guard' }, { hook: 'secrets-guard' }, { hook: 'commit-guard' }],
  },
]
