/** What a person does with the command hooks of sessions: each operation in a few lines. */
import type { SessionId } from '@belay/trace'
import type { CommandHooking, UntrustedScripts } from '../contract/command-hooks'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { findCheckoutHooks, takeOver } from './checkout'
import type { CommandExtension } from './command-extension'
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
          `The scripts are not what ${hash} was said of. Look at them again: their hash is ${now.hash}.`,
        )
      commands().trust.accept(id, now.scripts)
      return now
    },
    checkoutHooks: async (path) => findCheckoutHooks(path).shown,
    takeOverHooks: (path, hash) => takeOver({ folder, taken: commands().taken }, path, hash),
    settleCommands: async () => parts.commands?.settled(),
  }
}

function untrusted(commands: CommandExtension, id: SessionId): UntrustedScripts {
  const scripts = commands.untrusted(id)
  return { scripts, hash: hashOfScripts(scripts) }
}
