import type { HookDefinition } from '@belay/hooks'
import { addContext } from './add-context'
import { askBefore } from './ask-before'
import { blockCommands } from './block-commands'
import { rewriteArguments } from './rewrite-arguments'

/** The configurable hooks that come with the app, by slug. Each attachment gets its own, since some remember. */
export const BUILT_IN: ReadonlyMap<string, () => HookDefinition> = new Map([
  ['add-context', addContext],
  ['ask-before', () => askBefore],
  ['block-commands', () => blockCommands],
  ['rewrite-arguments', () => rewriteArguments],
])
