/**
 * Makes a composition of extensions ready beside the one that rules. Promises: all of it or nothing: where one part fails, hangs or clashes, what
 * was made ready is closed, also what comes too late, and the reason names the extension.
 */
import type { Tool } from '@belay/agent'
import type { Clock, JsonObject, SessionId } from '@belay/trace'
import type { ModelCatalog } from '../models/model-facts'
import { catalogOf } from './catalog-of'
import { collisionIn, type Named } from './collisions'
import type { ContributedHook, HookPlace } from './contributed-hook'
import { EMPTY, type Extension, type ExtensionPlace, type Managed, type Plugin } from './extension'
import type { OpenedProvider } from './model-upstream'
import type { Prepared } from './prepared'
import { settingsOf } from './settings'

/** An extension that connects somewhere gets time to; a person waits for it with the session shut. */
export const PREPARE_MS = 20_000

export interface PrepareRequest {
  /** Closed over what they require, in the order of installation. */
  readonly extensions: readonly Extension[]
  readonly session: SessionId
  readonly workspace: string
  readonly home: string
  /** Whether a person trusts the workspace. */
  readonly trusted: boolean
  /** Of `extensions.json`. */
  readonly sections: JsonObject
}

export interface PrepareParts {
  readonly clock: Clock
  /** Hears what could not be closed. */
  readonly report: (line: string) => void
}

export type Preparation =
  | { readonly ok: true; readonly prepared: Prepared }
  | { readonly ok: false; readonly extension: string | null; readonly reason: string }

/** What one extension brings. Its `close` never rejects and takes no longer than `CLOSE_MS` for each plugin. */
interface Part extends Managed {
  readonly extension: string
  readonly providers: readonly OpenedProvider[]
}

export async function prepare(parts: PrepareParts, request: PrepareRequest): Promise<Preparation> {
  const { catalog, problem } = catalogOf(request.extensions, request)
  if (problem !== null) return { ok: false, ...problem }
  const attempts = request.extensions.map((extension) => prepareOne(parts, { ...request, catalog }, extension))
  const results = await Promise.all(attempts)
  const ready = results.flatMap((result) => (result.ok ? [result.part] : []))
  const release = () => Promise.all(ready.map((part) => part.close()))
  const failed = results.find((result) => !result.ok)
  if (failed !== undefined && !failed.ok) {
    await release()
    return failed
  }
  const clash = collisionIn(namesOf(ready))
  if (clash === null) return { ok: true, prepared: join(parts, ready) }
  await release()
  return { ok: false, extension: null, reason: clash }
}

type PartResult =
  | { readonly ok: true; readonly part: Part }
  | { readonly ok: false; readonly extension: string; readonly reason: string }

interface Catalogued extends PrepareRequest {
  readonly catalog: ModelCatalog
}

async function prepareOne(parts: PrepareParts, request: Catalogued, extension: Extension): Promise<PartResult> {
  const { name } = extension
  const read = settingsOf(extension, request.sections)
  if (!read.ok) return { ok: false, extension: name, reason: read.reason }
  const controller = new AbortController()
  const { session, workspace, home, trusted } = request
  const place: ExtensionPlace = {
    session,
    workspace,
    home,
    trusted,
    settings: read.settings,
    signal: controller.signal,
  }
  const making = contributionsOf(parts, extension, { ...place, catalog: request.catalog })
  const late = new Promise<null>((resolve) => {
    const cancel = parts.clock.after(PREPARE_MS, () => {
      controller.abort()
      resolve(null)
    })
    making.then(cancel, cancel)
  })
  try {
    const made = await Promise.race([making, late])
    if (made !== null) return { ok: true, part: made }
    // What it makes all the same is closed as it comes.
    making.then((part) => part.close()).catch(() => undefined)
    return { ok: false, extension: name, reason: `${name} was not ready within ${PREPARE_MS / 1_000} s` }
  } catch (error) {
    return { ok: false, extension: name, reason: `${name}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** One plugin after the other; where one throws, what the earlier ones opened is closed. */
async function contributionsOf(
  parts: PrepareParts,
  { name, plugins }: Extension,
  { catalog, ...place }: ExtensionPlace & { readonly catalog: ModelCatalog },
): Promise<Part> {
  const made: Managed[] = []
  try {
    for (const plugin of plugins) made.push(await contributionOf(plugin, place))
  } catch (error) {
    for (const one of made) await closing(parts, { ...one, extension: name })
    throw error
  }
  return {
    extension: name,
    providers: plugins.flatMap((plugin) =>
      openedProvider({ extension: name, settings: place.settings, catalog }, plugin),
    ),
    contexts: made.flatMap(({ contexts }) => contexts).filter(({ text }) => text.trim() !== ''),
    instructions: made.flatMap(({ instructions }) => instructions),
    tools: made.flatMap(({ tools }) => tools),
    commands: made.flatMap(({ commands }) => commands),
    hooks: (at) => made.flatMap((one) => one.hooks(at)),
    observe: (event) => {
      for (const one of made) one.observe(event)
    },
    close: async () => {
      for (const one of [...made].reverse()) await closing(parts, { ...one, extension: name })
    },
  }
}

async function contributionOf(plugin: Plugin, place: ExtensionPlace): Promise<Managed> {
  switch (plugin.kind) {
    case 'context':
      return { ...EMPTY, contexts: [{ name: plugin.name, text: await plugin.load(place) }] }
    case 'tool': {
      const { instructions } = plugin
      return { ...EMPTY, tools: plugin.tools(), instructions: instructions === undefined ? [] : [instructions] }
    }
    case 'command':
      return { ...EMPTY, commands: plugin.commands() }
    case 'hook':
      return { ...EMPTY, hooks: (at) => plugin.hooks(at) }
    case 'managed':
      return plugin.prepare(place)
    case 'models':
    case 'provider':
      return EMPTY
  }
}

export interface ProviderPlace {
  readonly extension: string
  readonly settings: JsonObject
  readonly catalog: ModelCatalog
}

/** None where the plugin is of another kind. */
export function openedProvider(
  { extension, settings, catalog }: ProviderPlace,
  plugin: Plugin,
): readonly OpenedProvider[] {
  if (plugin.kind !== 'provider') return []
  return [{ extension, name: plugin.name, upstream: plugin.upstream(settings, catalog) }]
}

function namesOf(all: readonly Part[]): readonly Named[] {
  return all.flatMap(({ extension, tools, commands, contexts, providers }) => [
    ...tools.map(({ name }) => ({ kind: 'tool', name, extension }) as const),
    ...commands.map(({ name }) => ({ kind: 'command', name, extension }) as const),
    ...contexts.map(({ name }) => ({ kind: 'context', name, extension }) as const),
    ...providers.map(({ name }) => ({ kind: 'provider', name, extension }) as const),
  ])
}

function join(parts: PrepareParts, all: readonly Part[]): Prepared {
  const from = <T, R>(pick: (part: Part) => readonly T[], make: (extension: string, one: T) => R): readonly R[] =>
    all.flatMap((part) => pick(part).map((one) => make(part.extension, one)))
  return {
    enabled: all.map(({ extension }) => extension),
    contexts: from(
      ({ contexts }) => contexts,
      (extension, block) => ({ extension, ...block }),
    ),
    instructions: from(
      ({ instructions }) => instructions,
      (extension, text) => ({ extension, text }),
    ),
    tools: from(
      ({ tools }) => tools,
      (extension, tool: Tool) => ({ extension, tool }),
    ),
    commands: from(
      ({ commands }) => commands,
      (extension, command) => ({ extension, command }),
    ),
    providers: all.flatMap(({ providers }) => providers),
    hooks: (place) => all.flatMap((part) => hooksOf(parts, part, place)),
    observe(event) {
      for (const part of all) quietly(parts, part.extension, () => part.observe(event))
    },
    close: async () => {
      await Promise.all(all.map((part) => part.close()))
    },
  }
}

/** An extension that throws here brings nothing to this turn, which the log says; the others do. */
function hooksOf(parts: PrepareParts, { extension, hooks }: Part, place: HookPlace): readonly ContributedHook[] {
  return quietly(parts, extension, () => hooks(place)) ?? []
}

function quietly<T>({ report }: PrepareParts, extension: string, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    report(`${extension}: ${String(error)}`)
    return undefined
  }
}

/** Ends what takes for ever to close no session: it is reported and left. */
const CLOSE_MS = 5_000

async function closing(
  { clock, report }: PrepareParts,
  { extension, close }: Pick<Part, 'extension' | 'close'>,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancel = clock.after(CLOSE_MS, () => {
      report(`${extension} was not closed within ${CLOSE_MS / 1_000} s and was left`)
      resolve()
    })
    const done = () => {
      cancel()
      resolve()
    }
    Promise.resolve()
      .then(() => close())
      .then(done, (error: unknown) => {
        report(`${extension} could not be closed: ${String(error)}`)
        done()
      })
  })
}
