/** Extensions of sessions as calls of the API of a server that runs. */
import type { Extending } from '../contract/extending'
import type { Call, Client } from './calls'

export function extensionCalls({ extensions }: Client, call: Call): Extending {
  return {
    extensions: (id) => call(() => extensions.list.query({ id })),
    sessionCommands: (id) => call(() => extensions.commands.query({ id })),
    runCommand: (id, name, text) => call(() => extensions.command.mutate({ id, name, text })),
    setExtension: (id, extension, on) => call(() => extensions.set.mutate({ id, extension, on })),
  }
}
