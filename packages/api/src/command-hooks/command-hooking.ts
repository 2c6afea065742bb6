/** What a person does with the command hooks of sessions: each operation in a few lines. */
import type { SessionId } from '@belay/trace'
import type { CommandHooking, UntrustedScripts } from '../contract/command-hooks'
import { compose } from '../hooks/composition'
import { type SyncParts, syncHooks } from '../hooks/sync-hooks'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { findCheckoutHooks, takeOver } from './checkout'
import type { CommandExtension } from './command-extension'
import { hashOfScripts } from './trust'

export interface CommandHookingParts extends SyncParts {
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
    setExtension: (id, extension, on) => setExtension(parts, id, { extension, on }),
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

/** What files and programs are asked for takes a moment: where somebody edits meanwhile, it begins anew. */
async function setExtension(
  parts: CommandHookingParts,
  id: SessionId,
  { extension, on }: { readonly extension: string; readonly on: boolean },
) {
  const { workspace } = parts.sessions.record(id)
  const runner = parts.sessions.runner(id)
  if (extension !== 'hooks')
    throw new OperationError('bad_input', `There is no extension \`${extension}\`; there is \`hooks\`.`)
  for (;;) {
    const before = runner.composition()
    if (before.extensions.includes(extension) === on) return before
    const extensions = on ? [...before.extensions, extension] : before.extensions.filter((one) => one !== extension)
    const { hooks } = await syncHooks(parts, { ...before, extensions, workspace })
    const after = compose({ ...before, extensions, hooks })
    const words = on
      ? { name: `enable ${extension}`, change: `the extension ${extension} was enabled` }
      : { name: `disable ${extension}`, change: `the extension ${extension} was disabled` }
    if (runner.replaceComposition(before, after, { kind: 'edit', ...words })) return after
  }
}
