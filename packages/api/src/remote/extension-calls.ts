/** Extensions of sessions as calls of the API of a server that runs. */
import type { Extending } from '../contract/extending'
import type { Trusting } from '../contract/trusting'
import type { Call, Client } from './calls'

export function extensionCalls({ extensions }: Client, call: Call): Extending & Trusting {
  return {
    extensions: (id) => call(() => extensions.list.query({ id })),
    sessionCommands: (id) => call(() => extensions.commands.query({ id })),
    runCommand: (id, name, text) => call(() => extensions.command.mutate({ id, name, text })),
    workspaceState: (folder) => call(() => extensions.workspace.query({ folder })),
    trustWorkspace: (folder, trusted) => call(() => extensions.trust.mutate({ folder, trusted })),
    setExtension: (id, extension, on) => call(() => extensions.set.mutate({ id, extension, on })),
  }
}
