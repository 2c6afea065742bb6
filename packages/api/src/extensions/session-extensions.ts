/**
 * The extensions of this installation, and what each session has of them ready. Promises: a session's turns are made of one prepared
 * composition; what takes its place was ready before, and where it can't be, nothing changes; what is replaced is closed.
 */
import type { Tool } from '@belay/agent'
import {
  type ContributedHook,
  capabilityNotice,
  catalogOf,
  createModelSource,
  disable,
  type Extension,
  enable,
  type HookPlace,
  type ModelSource,
  type ModelUpstream,
  type OpenedProvider,
  openedProvider,
  type Plugin,
  type Prepared,
  prepare,
  readSections,
  type Selectable,
  type Selection,
  type SessionEvent,
  type Settings,
  selectionOf,
  settingsOf,
  unusable,
} from '@belay/host'
import type { Clock, SessionId } from '@belay/trace'
import type { ExtensionHooks } from '../hooks/extension-hooks'
import { OperationError } from '../operations'

export interface Installed {
  readonly extension: Extension
  /** Whether a session without a choice of its own has it. A function is asked when a session is made, and holds for it. */
  readonly byDefault: boolean | (() => boolean)
}

export interface ExtensionsParts {
  readonly installed: readonly Installed[]
  /** Hear of a session that was made, and of one that is closed or gone. */
  readonly opened: (session: SessionId) => void
  readonly ended: (session: SessionId) => Promise<void>
  readonly home: string
  /** Whether a person trusts a workspace. */
  readonly trusts: (workspace: string) => boolean
  readonly clock: Clock
  readonly report: (line: string) => void
}

/** What a session is to have. */
export interface Wanted {
  readonly extensions: readonly string[]
  readonly workspace: string
}

export interface SessionExtensions extends ExtensionHooks {
  /** Those that can be had, and those that cannot with why. */
  readonly installed: readonly Installed[]
  readonly broken: ReadonlyMap<string, string>
  /** What a session without a choice of its own has by now: what it had, and what is on by default since. */
  followed(has: readonly string[]): readonly string[]
  /** What a session with a choice of its own has by now: what it chose, and what that requires since. */
  closed(has: readonly string[]): readonly string[]
  enable(has: readonly string[], name: string): Selection
  disable(has: readonly string[], name: string): Selection
  /** Makes ready what is not yet. Throws a sentence where it can't be: what was ready stays. */
  ready(session: SessionId, wanted: Wanted): Promise<Prepared>
  /** What is ready; null where the session was not asked for anything yet. */
  live(session: SessionId): Prepared | null
  /** What the session's requests begin with: of the composition that was first, until its history is summed up. */
  prefix(session: SessionId): Prepared | null
  /**
   * Makes ready what is wanted, then lets `replace` put it on record, and where it did, lets it take over: gives what the model is to
   * be told, or null: of all that changed since it was told last. False where `replace` was false. Throws as `ready` does.
   */
  swap(session: SessionId, wanted: Wanted, taking: Taking): Promise<{ readonly notice: string | null } | false>
  /** Of all that are installed. */
  tools(): readonly Tool[]
  /** The models of some extensions with their settings as they are now; of all that are installed where nobody says which. */
  models(enabled?: readonly string[]): ModelSource
  /** What is ready in a session. */
  modelsOf(session: SessionId): ModelSource
  heard(session: SessionId, event: SessionEvent): void
  /** A session was made. */
  opened(session: SessionId): void
  /** It is closed, or gone: what it left running ends. */
  ended(session: SessionId): Promise<void>
  close(): Promise<void>
}

export interface Taking {
  /** Puts it on record. */
  replace(): boolean
  /** Takes back a notice that the model has not read yet; false where none waits. */
  withdraw(): boolean
}

interface Live {
  readonly key: string
  readonly trusted: boolean
  readonly prepared: Prepared
  prefix: Prepared
  /** Of what the model knows, but for the notice that may wait. */
  readonly told: Prepared
}

export function createSessionExtensions(parts: ExtensionsParts): SessionExtensions {
  return new Extensions(parts)
}

class Extensions implements SessionExtensions {
  readonly installed: readonly Installed[]
  readonly broken: ReadonlyMap<string, string>
  readonly #rules: readonly Selectable[]
  /** Which extension brings which provider. */
  readonly #providing: readonly { readonly extension: string; readonly name: string }[]
  readonly #live = new Map<SessionId, Live>()
  readonly #making = new Map<SessionId, { readonly key: string; readonly made: Promise<Prepared> }>()
  #closed = false

  constructor(readonly parts: ExtensionsParts) {
    const all = parts.installed.map(({ extension }) => ruleOf(extension))
    this.broken = unusable(all)
    this.installed = parts.installed.filter(({ extension }) => !this.broken.has(extension.name))
    this.#rules = all.filter(({ name }) => !this.broken.has(name))
    this.#providing = this.installed.flatMap(({ extension: { name: extension, plugins } }) =>
      plugins.flatMap((plugin) => (plugin.kind === 'provider' ? [{ extension, name: plugin.name }] : [])),
    )
    for (const [name, reason] of this.broken) parts.report(`The extension ${name} can't be used: ${reason}.`)
  }

  enabled(): readonly string[] {
    const on = this.installed.filter(({ byDefault }) => (typeof byDefault === 'function' ? byDefault() : byDefault))
    return selectionOf(this.#rules, on.map(nameOf))
  }

  followed(has: readonly string[]): readonly string[] {
    const on = this.installed.filter(({ byDefault }) => byDefault === true)
    return selectionOf(this.#rules, [...on.map(nameOf), ...has])
  }

  closed(has: readonly string[]): readonly string[] {
    return selectionOf(this.#rules, has)
  }

  enable(has: readonly string[], name: string): Selection {
    const why = this.broken.get(name)
    return why === undefined ? enable(this.#rules, has, name) : { ok: false, reason: `${name} can't be used: ${why}.` }
  }

  disable(has: readonly string[], name: string): Selection {
    return disable(this.#rules, has, name)
  }

  async ready(session: SessionId, wanted: Wanted): Promise<Prepared> {
    const key = this.#keyOf(wanted)
    for (;;) {
      const live = this.#live.get(session)
      if (live?.key === key) return live.prepared
      const making = this.#making.get(session)
      if (making?.key === key) return making.made
      // Another one comes first: they rule one after the other.
      if (making !== undefined) await making.made.catch(() => undefined)
      else return this.#make(session, key, wanted)
    }
  }

  live(session: SessionId): Prepared | null {
    return this.#live.get(session)?.prepared ?? null
  }

  prefix(session: SessionId): Prepared | null {
    return this.#live.get(session)?.prefix ?? null
  }

  async swap(session: SessionId, wanted: Wanted, { replace, withdraw }: Taking) {
    const before = this.#live.get(session)
    if (before === undefined || before.key === this.#keyOf(wanted)) return replace() ? { notice: null } : false
    const trusted = this.parts.trusts(wanted.workspace)
    const after = await this.#prepare(session, wanted, trusted)
    const stays = this.#live.get(session) === before && !this.#closed
    if (!stays || !this.#replaces(after, replace)) {
      await after.close()
      return false
    }
    const told = withdraw() ? before.told : before.prepared
    const { prefix } = before
    this.#live.set(session, { key: keyOf(wanted, trusted), trusted, prepared: after, prefix, told })
    await before.prepared.close()
    return { notice: capabilityNotice(told, after) }
  }

  hooks(extensions: readonly string[], place: HookPlace = { workspace: '/' }): readonly ContributedHook[] {
    const live = place.session === undefined ? null : this.live(place.session)
    if (live !== null && sameNames(live.enabled, extensions)) return live.hooks(place)
    return this.#of(extensions).flatMap(({ plugins }) =>
      plugins.flatMap((plugin) => (plugin.kind === 'hook' ? plugin.hooks(place) : [])),
    )
  }

  tools(): readonly Tool[] {
    return this.installed.flatMap(({ extension }) =>
      extension.plugins.flatMap((plugin) => (plugin.kind === 'tool' ? plugin.tools() : [])),
    )
  }

  models(enabled?: readonly string[]): ModelSource {
    return createModelSource(this.#providers(enabled ?? this.installed.map(nameOf)), this.#providing)
  }

  modelsOf(session: SessionId): ModelSource {
    return createModelSource(this.live(session)?.providers ?? [], this.#providing)
  }

  #providers(enabled: readonly string[]): readonly OpenedProvider[] {
    const { home } = this.parts
    const read = readSections(home)
    const extensions = this.#of(enabled)
    // What can't be read of it is told where a composition is made ready.
    const { catalog } = catalogOf(extensions, { home, sections: read.ok ? read.sections : {} })
    return extensions.flatMap((extension) => {
      const settings: Settings = read.ok ? settingsOf(extension, read.sections) : read
      return extension.plugins.flatMap((plugin) =>
        settings.ok
          ? openedProvider({ extension: extension.name, settings: settings.settings, catalog }, plugin)
          : unset(extension.name, plugin, settings.reason),
      )
    })
  }

  heard(session: SessionId, event: SessionEvent): void {
    const live = this.#live.get(session)
    if (live === undefined) return
    if (event.type === 'compacted') live.prefix = live.prepared
    live.prepared.observe(event)
  }

  opened(session: SessionId): void {
    this.parts.opened(session)
  }

  async ended(session: SessionId): Promise<void> {
    await Promise.all([this.parts.ended(session), this.#release(session)])
  }

  async #release(session: SessionId): Promise<void> {
    await this.#making.get(session)?.made.catch(() => undefined)
    const live = this.#live.get(session)
    this.#live.delete(session)
    await live?.prepared.close()
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(
      [...new Set([...this.#live.keys(), ...this.#making.keys()])].map((session) => this.#release(session)),
    )
  }

  #make(session: SessionId, key: string, wanted: Wanted): Promise<Prepared> {
    const trusted = this.parts.trusts(wanted.workspace)
    const made = this.#prepare(session, wanted, trusted).then(async (prepared) => {
      const before = this.#live.get(session)
      // What was read of a workspace that is not trusted any more is not sent again, whatever a cache would save.
      const prefix = before?.trusted === trusted ? before.prefix : prepared
      this.#live.set(session, { key, trusted, prepared, prefix, told: prepared })
      await before?.prepared.close()
      return prepared
    })
    this.#making.set(session, { key, made })
    return made.finally(() => this.#making.delete(session))
  }

  #keyOf(wanted: Wanted): string {
    return keyOf(wanted, this.parts.trusts(wanted.workspace))
  }

  async #prepare(session: SessionId, { extensions, workspace }: Wanted, trusted: boolean): Promise<Prepared> {
    const { home } = this.parts
    const read = readSections(home)
    if (!read.ok) throw new OperationError('conflict', `${read.reason}. Nothing was changed.`)
    const request = { extensions: this.#of(extensions), session, workspace, home, trusted, sections: read.sections }
    const preparation = await prepare(this.parts, request)
    if (preparation.ok) return preparation.prepared
    const { extension, reason } = preparation
    const todo = extension === null ? 'Switch one of them off' : `Mend it, or switch ${extension} off`
    throw new OperationError('conflict', `${reason}. Everything is as it was. ${todo}.`)
  }

  #replaces(after: Prepared, replace: () => boolean): boolean {
    try {
      return replace()
    } catch (error) {
      void after.close()
      throw error
    }
  }

  #of(names: readonly string[]): readonly Extension[] {
    return this.installed.map(({ extension }) => extension).filter(({ name }) => names.includes(name))
  }
}

/** What can't be used as long as its settings can't be read. */
function unset(extension: string, plugin: Plugin, reason: string): readonly OpenedProvider[] {
  const upstream: ModelUpstream = { resolve: () => null, check: () => `${reason}.`, list: () => [] }
  return plugin.kind === 'provider' ? [{ extension, name: plugin.name, upstream }] : []
}

function ruleOf({ name, requires, required }: Extension): Selectable {
  return { name, requires, required, compacts: false }
}

function nameOf({ extension }: Installed): string {
  return extension.name
}

function keyOf({ extensions, workspace }: Wanted, trusted: boolean): string {
  return JSON.stringify([workspace, trusted, ...extensions])
}

function sameNames(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name) => right.includes(name))
}
