/** `hooks.json` as calls of the API of a server that runs. */
import type { CommandConfigs } from '../contract/command-config'
import type { Call, Client } from './calls'

export function commandConfigCalls({ commandConfig }: Client, call: Call): CommandConfigs {
  return {
    commandFile: () => call(() => commandConfig.file.query()),
    saveCommandFile: (save) => call(() => commandConfig.save.mutate(save)),
    checkCommands: (text) => call(() => commandConfig.check.mutate({ text })),
    matchCommands: (text, session) => call(() => commandConfig.match.mutate({ text, session })),
  }
}
