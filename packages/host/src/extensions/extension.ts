/**
 * What an extension is: a named bundle of plugins that a session has or has not. Types alone: what rules them is in
 * `selection.ts`, what makes them ready in `prepare.ts`.
 */
import type { Tool } from '@belay/agent'
import type { JsonObject, SessionId } from '@belay/trace'
import type { z } from 'zod'
import type { ModelCatalog, ModelFacts } from '../models/model-facts'
import type { ContributedHook, HookPlace } from './contributed-hook'
import type { ModelUpstream } from './model-upstream'
import type { SessionCommand } from './session-command'

export interface Extension {
  /** Kebab-case, unique among those installed: the name of its section in `extensions.json`. */
  readonly name: string
  /** One sentence for people. */
  readonly description: string
  /** Extensions that are enabled with it. */
  readonly requires: readonly string[]
  /** Always on. */
  readonly required: boolean
  /** Of its section in `extensions.json`; an absent section is `{}`. Null where it has no settings. */
  readonly settings: z.ZodType<JsonObject> | null
  readonly plugins: readonly Plugin[]
}

/** A session that an extension is prepared for. */
export interface ExtensionPlace {
  readonly session: SessionId
  /** Absolute, symlinks resolved. */
  readonly workspace: string
  /** Belay's home folder, absolute. */
  readonly home: string
  /** Whether a person trusts the workspace: what it brings along for models is not read otherwise. */
  readonly trusted: boolean
  /** As the extension's schema gives them. */
  readonly settings: JsonObject
  /** Aborts when preparing took too long or is not wanted any more. */
  readonly signal: AbortSignal
}

export type Plugin =
  | ContextPlugin
  | ToolPlugin
  | CommandPlugin
  | HookPlugin
  | ManagedPlugin
  | ModelsPlugin
  | ProviderPlugin

/** Text for the system instructions of every request; never in the transcript, and kept out of summaries. */
export interface ContextPlugin {
  readonly kind: 'context'
  /** Unique within its extension. */
  readonly name: string
  /** Empty where there is nothing to say. A throw fails the preparation. */
  load(place: ExtensionPlace): string | Promise<string>
}

export interface ToolPlugin {
  readonly kind: 'tool'
  /** The same in every session; what differs is a managed plugin's. */
  tools(): readonly Tool[]
  /** For the system instructions: how the tools are meant to be used. */
  readonly instructions?: string
}

export interface CommandPlugin {
  readonly kind: 'command'
  /** The same in every session. */
  commands(): readonly SessionCommand[]
}

export interface HookPlugin {
  readonly kind: 'hook'
  /** Read at each turn's start: what it gives then rules that turn. Must not wait and must not throw. */
  hooks(place: HookPlace): readonly ContributedHook[]
}

/** Models under one name. A session has them with its extension; the name is its own among all that are installed. */
export interface ProviderPlugin {
  readonly kind: 'provider'
  /** As models are named: `NAME/model`. */
  readonly name: string
  /** For settings as the extension's schema gives them, and what the `models` plugins know. Opens nothing: a connection is made by a call. */
  upstream(settings: JsonObject, catalog: ModelCatalog): ModelUpstream
}

/** What is known of models, whoever provides them: their window, what they take, what they cost. */
export interface ModelsPlugin {
  readonly kind: 'models'
  /** Never throws. Of two facts of one model the later extension's count. */
  facts(place: Pick<ExtensionPlace, 'home' | 'settings'>): FoundFacts
}

export type FoundFacts =
  | { readonly ok: true; readonly facts: readonly ModelFacts[] }
  | { readonly ok: false; readonly reason: string }

/** Contributions that belong to one session and are made ready together: a connection, a catalogue. */
export interface ManagedPlugin {
  readonly kind: 'managed'
  /** A throw fails the preparation of all; what was made ready is closed then. */
  prepare(place: ExtensionPlace): Promise<Managed>
}

export interface Managed {
  readonly contexts: readonly { readonly name: string; readonly text: string }[]
  readonly instructions: readonly string[]
  readonly tools: readonly Tool[]
  readonly commands: readonly SessionCommand[]
  hooks(place: HookPlace): readonly ContributedHook[]
  /** Hears the session in order. Must only note or send, and return. */
  observe(event: SessionEvent): void
  /** Called once, after what took its place rules or with the session. */
  close(): Promise<void>
}

export type SessionEvent =
  | { readonly type: 'turn.ended'; readonly cancelled: boolean }
  | { readonly type: 'compacted' }
  /** Any new activity of the session. */
  | { readonly type: 'stirred' }

/** Nothing at all: for extensions that fill in what they have. */
export const EMPTY: Managed = {
  contexts: [],
  instructions: [],
  tools: [],
  commands: [],
  hooks: () => [],
  observe: () => undefined,
  close: async () => undefined,
}
