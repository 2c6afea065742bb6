/** What a person does with the command hooks of sessions: each operation in a few lines. */
import { dirname } from 'node:path'
import type { SessionId } from '@belay/trace'
import type { CommandHooking, UntrustedScripts } from '../contract/command-hooks'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { findCheckoutHooks, takeOver } from './checkout'
import type { CommandExtension } from './command-extension'
import { scriptShown } from './script-shown'
import { hashOfScripts } from './trust'

export interface CommandHookingParts {
  readonly commands: CommandExtension | null
  readonly sessions: Sessions
  /** The home folder. */
  readonly folder: string
}

export function commandHooking(parts: CommandHookingParts): CommandHooking {
  const { sessions, folder } = parts
  const commands = () => {
    if (parts.commands === null) throw new OperationError('unavailable', 'This Belay runs no command hooks.')
    return parts.commands
  }
  return {
    async commandHooks(files, workspace) {
      const {
        commands: read,
        notRun,
        diagnostics,
      } = commands().read(files === null ? {} : { commandFiles: files }, workspace)
      return { entries: read.map(({ entry }) => entry), notRun, diagnostics }
    },
    async untrustedScripts(id) {
      sessions.record(id)
      return untrusted(commands(), id)
    },
    async trustScripts(id, hash) {
      sessions.record(id)
      const now = untrusted(commands(), id)
      if (now.hash !== hash)
        throw new OperationError(
          'conflict',
          `The scripts were changed since you looked at them. Nothing was trusted: look again (they are ${now.hash} now, and your yes was to ${hash}).`,
        )
      commands().accept(id, commands().untrusted(id))
      return now
    },
    checkoutHooks: async (path) => findCheckoutHooks(path).shown,
    takeOverHooks: (path, hash) => takeOver({ folder, taken: commands().taken }, path, hash),
    settleCommands: async () => parts.commands?.settled(),
  }
}

function untrusted(commands: CommandExtension, id: SessionId): UntrustedScripts {
  const changed = commands.untrusted(id)
  const scripts = changed.map(({ trustedHash, ...script }) => ({
    ...script,
    ...readThrough(script.file),
    before: trustedHash === null ? null : commands.texts.of(trustedHash),
  }))
  return { scripts, hash: hashOfScripts(changed) }
}

function readThrough(file: string) {
  const { what, leadsTo, text } = scriptShown(file, dirname(file))
  return { what, leadsTo, text }
}
