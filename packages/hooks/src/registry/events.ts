/** The eight events of the Go `hook` package, what each hands over, and what a function may answer. */
import type { Json, JsonObject } from '@belay/trace'

export interface Message {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string
}

interface ToolUse {
  readonly toolName: string
  readonly input: JsonObject
}
interface ToolUsed extends ToolUse {
  readonly result: Json
  readonly isError: boolean
}

export interface RegistryEvents {
  /** Before a tool runs: may block it, or change its input. */
  readonly PreToolUse: ToolUse
  /** After every tool: is told, decides nothing. */
  readonly PostToolUse: ToolUsed
  /** After a tool that failed, behind `PostToolUse`. */
  readonly PostToolUseFailure: ToolUsed
  /** What a person said: may add context. */
  readonly UserPromptSubmit: { readonly prompt: string }
  readonly SessionStart: object
  readonly SessionEnd: object
  /** The model wants to stop: may make it go on, or end the loop for good. */
  readonly Stop: { readonly messages: readonly Message[] }
  readonly SubagentStart: { readonly agentType: string }
}

export type EventType = keyof RegistryEvents
export type EventOf<E extends EventType> = { readonly type: E } & RegistryEvents[E]

export interface RegistryResult {
  /** `block` halts the action; `approve`, or nothing, lets it go on. */
  readonly decision?: 'block' | 'approve' | ''
  /** Explains a block, to the model; at `Stop` also why the loop ended. */
  readonly message?: string
  /** Another input for the tool (`PreToolUse`). An empty object changes nothing. */
  readonly updatedInput?: JsonObject
  /** For the conversation (`UserPromptSubmit`, `Stop`). */
  readonly additionalContext?: string
  /** At `Stop`: ends the loop, whatever else was said. */
  readonly preventContinuation?: boolean
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing has nothing to say.
type Answer = RegistryResult | null | undefined | void

export type RegistryFunction<E extends EventType> = (event: EventOf<E>, signal: AbortSignal) => Answer | Promise<Answer>

export type Functions = { readonly [E in EventType]: RegistryFunction<E>[] }
