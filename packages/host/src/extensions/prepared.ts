/** A composition of extensions that is ready: what a session's turns are made of until another takes its place. */
import type { Tool } from '@belay/agent'
import type { ContributedHook, HookPlace } from './contributed-hook'
import type { SessionEvent } from './extension'
import type { OpenedProvider } from './model-upstream'
import type { SessionCommand } from './session-command'

export interface ContextBlock {
  readonly extension: string
  readonly name: string
  readonly text: string
}

export interface Prepared {
  /** In the order of installation. */
  readonly enabled: readonly string[]
  readonly contexts: readonly ContextBlock[]
  readonly instructions: readonly { readonly extension: string; readonly text: string }[]
  readonly tools: readonly { readonly extension: string; readonly tool: Tool }[]
  readonly commands: readonly { readonly extension: string; readonly command: SessionCommand }[]
  readonly providers: readonly OpenedProvider[]
  /** What they bring to the pipeline now, in the order of installation. */
  hooks(place: HookPlace): readonly ContributedHook[]
  observe(event: SessionEvent): void
  /** Never rejects; what can't be closed is reported. Called once. */
  close(): Promise<void>
}
