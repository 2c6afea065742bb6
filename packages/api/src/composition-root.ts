/** Joins the packages: the one place that knows which library, providers, tools and loop are the real ones. */
import { resumeTurn, runTurn } from '@belay/agent'
import { askPoint } from '@belay/hooks'
import { createTools, createVerifierHook } from '@belay/host'
import { type OpenBelayOptions, openWith, type World } from './open'
import type { Operations } from './operations'

export function openBelay(options: OpenBelayOptions): Promise<Operations> {
  return openWith(options, makeWorld)
}

function makeWorld(): World {
  return {
    library: {
      list: async () => [],
      find: async () => null,
      checkParams: async (_, params) => ({ ok: true, params }),
      load: async () => [],
      close: async () => undefined,
    },
    providers: { resolve: () => null },
    models: () => [],
    defaultModel: 'scripted/tour',
    tools: (spawner, { shell }) => createTools({ spawner, shell }),
    verifier: createVerifierHook,
    runTurn,
    resumeTurn,
    askPoint,
  }
}
