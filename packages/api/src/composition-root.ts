/** Joins the packages: the one place that knows which library, providers, tools and loop are the real ones. */
import { join } from 'node:path'
import { compactSession, endSession, resumeTurn, runTurn } from '@belay/agent'
import { askPoint } from '@belay/hooks'
import {
  createCommandRunner,
  createHookLibrary,
  createScriptedModels,
  createThreadedRunner,
  createVerifierHook,
} from '@belay/host'
import { builtInExtensions } from './extensions/built-in'
import { modelExtensions } from './extensions/model-extensions'
import { packageFolder } from './home/package-folder'
import { type OpenBelayOptions, type OpenedHome, openWith, type World } from './open'
import type { Operations } from './operations'

export function openBelay(options: OpenBelayOptions): Promise<Operations> {
  return openWith(options, (opened) => makeWorld(opened, options))
}

/** The tour of a first start is over in about the time in which a browser opens; its shape in time stays. */
const HURRY = 8

/** A script of the person's own comes before one of ours with its name. */
function makeWorld(
  { home, clock, mask, report, hasSpoken, kept, credentials }: OpenedHome,
  { onLeft, commandThread }: OpenBelayOptions,
): World {
  const hurried = new Set<string>()
  const shipped = join(packageFolder('@belay/api', import.meta.url), 'scripts')
  const scripts = createScriptedModels({
    scriptsFolders: [home.scripts, shipped],
    pace: (session) => (hurried.has(session) ? HURRY : 1),
  })
  const models = { scripts, credentials, fetch: globalThis.fetch, now: clock.now }
  return {
    library: createHookLibrary({
      home: home.root,
      clock,
      kept,
      print: (text) => report(`a hook printed: ${text.trimEnd()}`),
      hasSpoken,
      onLeft,
      world: { mask },
    }),
    commands: commandThread === undefined ? createCommandRunner() : createThreadedRunner(commandThread),
    hurry: (session, on) => (on ? hurried.add(session) : hurried.delete(session)),
    defaultModel: 'scripted/look-around',
    installed: (spawner, settings) => [...builtInExtensions(spawner, settings), ...modelExtensions(models)],
    verifier: createVerifierHook,
    runTurn,
    resumeTurn,
    endSession,
    compactSession,
    askPoint,
  }
}
