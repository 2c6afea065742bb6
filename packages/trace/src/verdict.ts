import type { Json } from './json'
import type { PointId } from './points'

/** Everything that one hook can say. Which of it a point accepts is in the points table of `@belay/hooks`. */
export const DECISIONS = [
  'pass',
  'rewrite',
  'block',
  'ask',
  'allow',
  'answer',
  'continue',
  'done',
  'ask_again',
  'retry',
  'switch',
  'escalate',
  'handled',
] as const
export type Decision = (typeof DECISIONS)[number]

export type VerdictStatus = 'answered' | 'use_default' | 'failed' | 'malformed' | 'replayed' | 'not_asked'
export type HookMode = 'enforce' | 'shadow' | 'off'
export type FailurePolicy = 'open' | 'closed' | 'replay'
export type HookSource = 'extension' | 'program' | 'library' | 'command'

/** Why a hook that stands at a point was not asked about an event. */
export type NotAskedReason =
  | 'off'
  | 'wrong point'
  | 'matcher'
  | 'if'
  | 'not trusted'
  | 'ran once'
  | 'extension off'
  | 'failed to load'
  | 'stopped at first block'
  | 'turn stopped'

export type HookErrorKind =
  | 'not_started'
  | 'exit'
  | 'signal'
  | 'timeout'
  | 'cancelled'
  | 'bad_answer'
  | 'threw'
  | 'unreachable'

export interface HookError {
  readonly kind: HookErrorKind
  readonly message: string
}

/** How a command ran that was asked as a hook. */
export interface CommandFacts {
  readonly line: string
  /** Every place where it stands: `FILE:LINE hooks.PreToolUse[0].hooks[1]`. */
  readonly places: readonly string[]
  /** Null where it did not end by itself. */
  readonly exitCode: number | null
  readonly signal: string | null
  /** The first and the last half of 1 MiB; on the record of a session only the beginning, the rest is in the span's details. */
  readonly stdout: string
  readonly stderr: string
  readonly stdoutBytes: number
  readonly stderrBytes: number
  /** Whether it read all that it was given. */
  readonly stdinDelivered: boolean
  /** A descendant still held its pipes when it had ended. */
  readonly pipesHeld: boolean
  /** Where no shell runs it: the program and its arguments. */
  readonly argv?: readonly string[]
  /** Stays on its node until it has run once without it: what guards nothing must be seen. */
  readonly warning?: string
}

/** What one hook answered, as it stands in outcomes, traces, the CLI and the API. */
export interface Verdict {
  readonly hook: string
  /** The attachment's id, or the hook's name where it is not attached: tells two of one name apart. */
  readonly hookId: string
  readonly source: HookSource
  readonly mode: HookMode
  readonly status: VerdictStatus
  readonly decision: Decision
  /** What the decision carries: the new text, call, patch, model; `{ question }`, `{ seconds }`, … */
  readonly value: Json
  /** A rewrite, answer or block that another hook's took precedence over. */
  readonly lost: boolean
  readonly reason: string | null
  readonly context: readonly string[]
  readonly notes: readonly string[]
  /** Texts that wait in the session's queue for the model's next step. */
  readonly reminders: readonly string[]
  /** The reason with which the turn ends, or null. */
  readonly halt: string | null
  readonly durationMs: number
  readonly error: HookError | null
  /** Asked a second time after a later hook rewrote what it had passed. */
  readonly recheck: boolean
  /** Came after a block was no longer waiting for it: recorded, applied to nothing. */
  readonly late: boolean
  readonly notAsked: NotAskedReason | null
  /** Age in milliseconds of a replayed answer, else null. */
  readonly replayedAgeMs: number | null
  /** Content hash of the hook's code and parameters, or null where it has none. */
  readonly version: string | null
  /** Place in the asking order, from 0. */
  readonly position: number
  /** Of a command that was started; absent of all others. */
  readonly command?: CommandFacts
}

/** What all verdicts at a point add up to. */
export interface Outcome {
  readonly point: PointId
  readonly decision: Decision
  /**
   * At a point with a subject that hooks may rewrite (a call, a text, a prompt, a patch, a model) the subject as
   * rewritten, also beside `ask`, `allow` and `answer`; null where nothing was changed. At the other points what the
   * decision carries.
   */
  readonly value: Json
  /** What the winning decision carries: `{ question }`, an answer's content, `{ seconds }`, the text to go on with. */
  readonly carried: Json
  readonly reason: string | null
  /** The hook whose decision won, or null. */
  readonly by: string | null
  /** In asking order; whose each is stands in `verdicts`. */
  readonly context: readonly string[]
  /** For the person, each beginning with the hook's name. */
  readonly notes: readonly string[]
  readonly reminders: readonly string[]
  /** The reason with which the turn ends, and the hook that gave it; null where nobody halted. */
  readonly halt: string | null
  readonly haltBy: string | null
  readonly verdicts: readonly Verdict[]
  /** What the decision would be if every shadow hook enforced; null when no shadow hook was asked. */
  readonly wouldBe: Decision | null
}
