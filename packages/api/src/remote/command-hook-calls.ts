/** Command hooks as calls of the API of a server that runs. */
import type { CommandHooking } from '../contract/command-hooks'
import type { Call, Client } from './calls'

export function commandHookCalls({ commandHooks }: Client, call: Call): CommandHooking {
  return {
    commandHooks: (files, workspace) => call(() => commandHooks.list.query({ files, workspace })),
    untrustedScripts: (id) => call(() => commandHooks.untrusted.query({ id })),
    trustScripts: (id, hash) => call(() => commandHooks.trust.mutate({ id, hash })),
    checkoutHooks: (path) => call(() => commandHooks.checkout.query({ path })),
    takeOverHooks: (path, hash) => call(() => commandHooks.takeOver.mutate({ path, hash })),
    settleCommands: () => call(() => commandHooks.settle.mutate()),
  }
}
