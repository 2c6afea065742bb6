/** What the `models` plugins of some extensions know, in one catalogue: of two facts of one model the later extension's count. */
import type { JsonObject } from '@belay/trace'
import { createCatalog, type ModelCatalog, type ModelFacts } from '../models/model-facts'
import type { Extension } from './extension'
import { settingsOf } from './settings'

interface CatalogPlace {
  readonly home: string
  /** Of `extensions.json`. */
  readonly sections: JsonObject
}

export interface FoundCatalog {
  /** Without what can't be read. */
  readonly catalog: ModelCatalog
  /** The first one, of an extension that brings models. */
  readonly problem: { readonly extension: string; readonly reason: string } | null
}

export function catalogOf(extensions: readonly Extension[], place: CatalogPlace): FoundCatalog {
  const byId = new Map<string, ModelFacts>()
  let problem: FoundCatalog['problem'] = null
  for (const extension of extensions) {
    const found = factsOf(extension, place)
    for (const each of found.facts) byId.set(each.id, each)
    if (found.reason !== null) problem ??= { extension: extension.name, reason: found.reason }
  }
  return { catalog: createCatalog([...byId.values()]), problem }
}

interface ExtensionFacts {
  readonly facts: readonly ModelFacts[]
  readonly reason: string | null
}

function factsOf(extension: Extension, { home, sections }: CatalogPlace): ExtensionFacts {
  const plugins = extension.plugins.flatMap((plugin) => (plugin.kind === 'models' ? [plugin] : []))
  if (plugins.length === 0) return { facts: [], reason: null }
  const read = settingsOf(extension, sections)
  if (!read.ok) return { facts: [], reason: read.reason }
  const all = plugins.map((plugin) => plugin.facts({ home, settings: read.settings }))
  const failed = all.find((found) => !found.ok)
  return {
    facts: all.flatMap((found) => (found.ok ? found.facts : [])),
    reason: failed !== undefined && !failed.ok ? failed.reason : null,
  }
}
