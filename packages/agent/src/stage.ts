/**
 * Where hooks are asked: a turn, or a session between its turns (it is closed, or a person has it summed up). What both
 * know: setup and ports, the view of the conversation, and the few things that change.
 */
import type { CallbackSource, TokenCount } from '@belay/hooks'
import type { HistoryView, PointId, TurnId } from '@belay/trace'
import type { ModelName, SessionSetup, TurnPorts } from './ports'
import type { Spans } from './spans'

/** Context that a hook gave, waiting for the next model call. */
export interface PendingContext {
  readonly text: string
  readonly from: string | null
  /** Place of the call that it was said about; 0 for what is not about a call. */
  readonly order: number
}

/** What the last reply was measured to take in the next request: it, and all before it. */
export interface Measure {
  readonly tokens: number
  /** The id of the reply. */
  readonly row: number
}

/** What the built-in keeping of the window did so far. */
export interface MemoryState {
  /** Null where the last reply did not say, or the view was edited since. */
  measure: Measure | null
  /** Whether messages are cut in this step: a hook that took the job wants them as they are. */
  cuts: boolean
  /** A summary failed, or was blocked: it is not tried again in this turn, unless it must be. */
  gaveUp: boolean
  /** The step for which the window was made smaller because a provider refused it; 0 for none. */
  forcedAt: number
  /** Tags of messages that the person was told are cut. */
  readonly told: Set<number>
}

export interface Stage {
  /** Null between turns. */
  readonly id: TurnId | null
  readonly setup: SessionSetup
  readonly ports: TurnPorts
  readonly spans: Spans
  /** Where hooks stand: elsewhere nothing is asked, at the price of one look-up. */
  readonly points: ReadonlySet<PointId>
  /** Whether any hook is asked before a question is put. */
  readonly permissionPass: boolean
  readonly view: HistoryView
  pending: readonly PendingContext[]
  /** Of the running step, from 1; 0 before the first. */
  step: number
  /** What a step starts with: the session's, or what `errors.on` switched to. */
  base: ModelName
  /** Of the running step. */
  provider: string
  model: string
  system: string
  incoming: string
  promptTokens: number | null
  /** What model calls reported: of this turn, and of the whole session. */
  tokens: { readonly turn: TokenCount; readonly session: TokenCount }
  readonly memory: MemoryState
  /** Windows that providers told. */
  readonly windows: Map<string, number | null>
  halt: { readonly reason: string; readonly by: string } | null
  /** Aborts at a halt as at a stop: what runs beside the call that halted ends too. */
  readonly working: AbortController
  /** Aborts a little after the person's stop: for hooks that hear of the calls that it ended. */
  readonly hookGrace: AbortSignal
  /** Aborts when it has ended: what a hook still asks for then is refused. */
  readonly over: AbortSignal
  /** What hooks may ask for. */
  readonly callbacks: CallbackSource
  /** Tools that hooks started and that have not ended. */
  readonly started: Set<Promise<unknown>>
  /** Questions that a person has not answered. */
  open: number
  /** The first failure to write the record, which ends the turn. */
  broken: { readonly error: unknown } | null
  /** Lets go of the signals and timers that it listens to. */
  dispose(): void
}

/** What the model takes, or null where nobody knows. */
export function windowOf(stage: Stage, { provider, model }: ModelName = stage): number | null {
  const key = `${provider}/${model}`
  const known = stage.windows.get(key)
  if (known !== undefined) return known
  const window = stage.ports.providers.resolve(provider, model)?.window(model) ?? null
  stage.windows.set(key, window)
  return window
}

export function notice(stage: Stage, text: string): void {
  stage.ports.log.emit({ type: 'notice', turn: stage.id, text })
}

export function isStopped({ setup }: Stage): boolean {
  return setup.signal.aborted
}
