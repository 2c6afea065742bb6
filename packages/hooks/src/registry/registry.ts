/**
 * Hooks for an agent loop of one's own, in the shape of the Go `hook` package. Promises: functions are asked one after
 * another, in the order in which they were registered, and each is waited for; one that throws has said nothing; no method
 * rejects. It depends on nothing and starts nothing.
 */
import type { Json, JsonObject } from '@belay/trace'
import type { Hook } from '../hook'
import type { EventOf, EventType, Functions, Message, RegistryFunction, RegistryResult } from './events'
import { type HookOptions, pipelineHooks } from './pipeline-hooks'
import { blockMessage, changes, filled } from './results'
import { untilAborted } from './until-aborted'

export interface RegistryOptions {
  /** Hears what functions threw. */
  readonly onError?: (error: unknown, event: EventType) => void
}

export interface PreToolUse {
  readonly block: boolean
  /** Why it was blocked, or null. */
  readonly message: string | null
  /** What the tool is to be given: the last input that a function gave, or the one that came. */
  readonly input: JsonObject
}

export interface Stop {
  /** The loop ends: it wins if any function says so. */
  readonly prevent: boolean
  /** Texts with which the loop goes on; none where nothing was blocked. */
  readonly blockingErrors: readonly string[]
  /** Why the loop ends, or null. */
  readonly message: string | null
}

const NEVER = new AbortController().signal
const STOPPED = { block: true, message: 'the turn was stopped before every hook had answered' }

export class Registry {
  private readonly functions: Functions = {
    PreToolUse: [],
    PostToolUse: [],
    PostToolUseFailure: [],
    UserPromptSubmit: [],
    SessionStart: [],
    SessionEnd: [],
    Stop: [],
    SubagentStart: [],
  }

  constructor(private readonly options: RegistryOptions = {}) {}

  on<E extends EventType>(type: E, run: RegistryFunction<E>): this {
    // JavaScript may ask for an event that there is not, which would never be fired.
    if (!Object.hasOwn(this.functions, type)) throw new TypeError(`there is no event ${JSON.stringify(type)}`)
    this.functions[type].push(run)
    return this
  }

  /** The first block ends the asking. Each function sees the input that the one before it gave, and the last one wins. */
  async preToolUse(toolName: string, given: JsonObject, signal = NEVER): Promise<PreToolUse> {
    let input = given
    for (const run of this.functions.PreToolUse) {
      const said = await this.ask(run, { type: 'PreToolUse', toolName, input }, signal)
      if (signal.aborted) return { ...STOPPED, input }
      if (said.decision === 'block') return { block: true, message: blockMessage(said), input }
      if (changes(said.updatedInput)) input = said.updatedInput
    }
    return { block: false, message: null, input }
  }

  /** Tells the functions of `PostToolUse`, and after an error those of `PostToolUseFailure` too. */
  async postToolUse(
    toolName: string,
    input: JsonObject,
    result: Json,
    isError: boolean,
    signal = NEVER,
  ): Promise<void> {
    const used = { toolName, input, result, isError }
    await this.tell({ type: 'PostToolUse', ...used }, signal)
    if (isError) await this.tell({ type: 'PostToolUseFailure', ...used }, signal)
  }

  async stop(messages: readonly Message[], signal = NEVER): Promise<Stop> {
    const answers = await this.tell({ type: 'Stop', messages }, signal)
    const last = answers.find(({ preventContinuation }) => preventContinuation === true)
    const blocks = answers.filter((said) => said !== last && said.decision === 'block')
    return {
      prevent: last !== undefined,
      blockingErrors: blocks.map((said) => filled(said.additionalContext) ?? blockMessage(said)),
      message: filled(last?.message) ?? null,
    }
  }

  /** The additional context of all functions, a line break between them; empty where nobody added any. */
  async fireUserPromptSubmit(prompt: string, signal = NEVER): Promise<string> {
    const answers = await this.tell({ type: 'UserPromptSubmit', prompt }, signal)
    return answers.flatMap(({ additionalContext }) => filled(additionalContext) ?? []).join('\n')
  }

  async fireSessionStart(signal = NEVER): Promise<void> {
    await this.tell({ type: 'SessionStart' }, signal)
  }

  async fireSessionEnd(signal = NEVER): Promise<void> {
    await this.tell({ type: 'SessionEnd' }, signal)
  }

  async fireSubagentStart(agentType: string, signal = NEVER): Promise<void> {
    await this.tell({ type: 'SubagentStart', agentType }, signal)
  }

  /**
   * As hooks of a session: one for each function, and one for all of `Stop`. A session whose rewrites chain and that stops
   * at the first block does with them what this class does by itself.
   */
  hooks(options: HookOptions = {}): readonly Hook[] {
    return pipelineHooks(this.functions, (messages, signal) => this.stop(messages, signal), options)
  }

  private async tell<E extends EventType>(event: EventOf<E>, signal: AbortSignal): Promise<readonly RegistryResult[]> {
    const answers: RegistryResult[] = []
    for (const run of this.functions[event.type]) {
      if (signal.aborted) break
      answers.push(await this.ask(run, event, signal))
    }
    return answers
  }

  /** What it says; nothing where it throws, or where it does not answer before the signal aborts. */
  private async ask<E extends EventType>(run: RegistryFunction<E>, event: EventOf<E>, signal: AbortSignal) {
    try {
      return (await untilAborted(async () => run(event, signal), signal)) ?? {}
    } catch (error) {
      this.options.onError?.(error, event.type)
      return {}
    }
  }
}
