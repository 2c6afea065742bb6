/** Scripts as models: the default, without a network and a key. Promises: looking one up never throws; a script with a mistake says so when it is called. */
import { readdirSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { ModelError, type Provider } from '@belay/agent'
import type { ModelUpstream, UpstreamModel } from '../extensions'
import { type LoadedScript, loadScript } from './load-script'
import type { Script } from './script'
import { createScriptedProvider, SCRIPTED } from './scripted'

export interface ScriptedOptions {
  /** Where scripts are looked up by name, the first folder first. */
  readonly scriptsFolders: readonly string[]
  /** What relative paths of scripts start from. */
  readonly from?: string
  /** How many times as fast as written the scripts of a session run; once where it says nothing. */
  readonly pace?: (session: string) => number
}

const ENDINGS = ['.yaml', '.yml', '.json']
/** A name of a script; anything else is a path. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_. -]*$/

export function createScriptedModels(options: ScriptedOptions): ModelUpstream {
  // A provider remembers failures that its sessions had: the same text under the same name stays the same provider.
  const known = new Map<string, { readonly text: string; readonly provider: Provider }>()
  const providerFor = (loaded: LoadedScript, model: string): Provider => {
    if (!loaded.ok) return failing(loaded.message)
    const before = known.get(model)
    if (before?.text === loaded.text) return before.provider
    const provider = createScriptedProvider(loaded.script, model, options.pace)
    known.set(model, { text: loaded.text, provider })
    return provider
  }
  return {
    resolve(model) {
      const loaded = findScript(model, options)
      return loaded === null ? null : providerFor(loaded, model)
    },
    check(model) {
      const loaded = findScript(model, options)
      if (loaded === null) return missing(model, options)
      return loaded.ok ? null : loaded.message
    },
    list: () => listScripts(options.scriptsFolders),
  }
}

/** The first place with such a file; null where there is none. */
function findScript(model: string, options: ScriptedOptions): LoadedScript | null {
  for (const path of placesOf(model, options)) {
    const loaded = loadScript(path)
    if (loaded.ok || loaded.found) return loaded
  }
  return null
}

/** A name is looked up in the folders; a file's name first where relative paths start, then there; a path is itself. */
function placesOf(model: string, { scriptsFolders, from = '.' }: ScriptedOptions): readonly string[] {
  if (!NAME.test(model)) return [isAbsolute(model) ? model : resolve(from, model)]
  if (hasEnding(model)) return [resolve(from, model), ...scriptsFolders.map((folder) => join(folder, model))]
  return scriptsFolders.flatMap((folder) => ENDINGS.map((ending) => join(folder, `${model}${ending}`)))
}

function hasEnding(model: string): boolean {
  return ENDINGS.some((ending) => model.endsWith(ending))
}

function missing(model: string, options: ScriptedOptions): string {
  const places = placesOf(model, options)
  if (!NAME.test(model)) return `There is no script ${places.join('')}.`
  const folders = [...new Set(places.map(dirname))].join(' or ')
  const names = hasEnding(model) ? '' : ` (${ENDINGS.map((ending) => `${model}${ending}`).join(', ')})`
  return `There is no script ${model}${names} in ${folders}.`
}

function listScripts(folders: readonly string[]): readonly UpstreamModel[] {
  const found = new Map<string, Omit<UpstreamModel, 'model'>>()
  for (const folder of folders) {
    for (const file of filesIn(folder)) {
      const ending = ENDINGS.find((each) => file.endsWith(each)) ?? ''
      const name = file.slice(0, file.length - ending.length)
      if (ending === '' || !NAME.test(name) || found.has(name)) continue
      const loaded = loadScript(join(folder, file))
      found.set(name, loaded.ok ? listed(name, loaded.script) : { label: `${name} (does not load)` })
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([model, listed]) => ({ model, ...listed }))
}

function listed(name: string, script: Script): Omit<UpstreamModel, 'model'> {
  const label = script.name ?? name
  return script.window === undefined ? { label } : { label, window: script.window }
}

/** A home without scripts has no such folder. */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** 400: the fault is in what was asked, and the same call would fail again. */
function failing(message: string): Provider {
  return {
    name: SCRIPTED,
    window: () => null,
    // biome-ignore lint/correctness/useYield: a stream that fails before its first event
    async *stream() {
      throw new ModelError(message, { status: 400, retryAfterMs: null })
    },
  }
}
