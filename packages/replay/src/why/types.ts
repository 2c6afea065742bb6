/** The answer to "why did this happen": what each hook saw, said and changed, in the order in which they were asked. */
import type {
  Answer,
  CallId,
  FailurePolicy,
  HookError,
  HookMode,
  HookSource,
  Json,
  JsonObject,
  NotAskedReason,
  Outcome,
  PointId,
  Question,
  SpanId,
  SpanStatus,
  TurnId,
  Verdict,
} from '@belay/trace'

/**
 * What a hook's verdict was to the outcome.
 * - `won`: the decision is its own; `part`: its rewrite, context or note is in the outcome beside a stronger decision
 * - `overruled`: another's decision was stronger or came first; `lost`: its rewrite was, and became a note
 * - `silent`: it passed or deferred; `failed`: it did not answer or not readably, and its policy spoke
 * - `shadow`: it would have; `late`: it came after a block was no longer waiting; `heard`: an observer
 */
export type LinkRole =
  | 'won'
  | 'part'
  | 'overruled'
  | 'lost'
  | 'silent'
  | 'failed'
  | 'shadow'
  | 'late'
  | 'heard'
  | 'not_asked'

export interface ChainLink {
  readonly hook: string
  readonly hookId: string
  readonly source: HookSource
  readonly mode: HookMode
  readonly position: number
  /** Its own span; null where it was not asked. */
  readonly span: SpanId | null
  readonly verdict: Verdict
  readonly role: LinkRole
  /** One sentence for people: `overruled by protect-paths, whose block came first`. */
  readonly sentence: string
  /** The value as it was handed this one, and as it was after it; null where nothing is kept of it. */
  readonly before: Json
  readonly after: Json
  /** Whether the value changed here. */
  readonly changed: boolean
  /** What it wanted the value to be, where that did not come about: in shadow, lost, late, overruled. Null elsewhere. */
  readonly proposed: Json
  /** What was to happen where it does not answer; null where that is not on record. */
  readonly policy: FailurePolicy | null
  readonly notAsked: NotAskedReason | null
  readonly error: HookError | null
}

export interface PointChain {
  readonly point: PointId
  /** Epoch milliseconds of the outcome, or of the last verdict. */
  readonly at: number
  readonly original: Json
  /** What went on from here. */
  readonly final: Json
  readonly links: readonly ChainLink[]
  /** Null where no hook stood at the point. */
  readonly outcome: Omit<Outcome, 'verdicts'> | null
  /** What the default did, where nobody decided: `permissions decide`. */
  readonly otherwise: string | null
  /** What it came to, in one sentence: `protect-paths refused the call: it is a key`. */
  readonly sentence: string
}

/** What permission, and the person whom it asked, made of a call; `skipped` where a hook had the word instead. */
export interface PermissionSaid {
  readonly say: 'allowed' | 'refused' | 'asked' | 'skipped'
  readonly sentence: string
}

export interface CallWhy {
  readonly turn: TurnId | null
  /** From 1. */
  readonly turnNumber: number | null
  readonly span: SpanId
  /** Null for a span that is no call. */
  readonly call: CallId | null
  readonly name: string
  /** One line: the command, the path. */
  readonly subject: string
  readonly status: SpanStatus
  /** Milliseconds from its start to its end, its hooks and questions among them; null while it goes on. */
  readonly durationMs: number | null
  /** The whole of it in one sentence: `protect-paths refused the call: it is a key.` */
  readonly sentence: string
  /** The call as the model made it: its name and arguments; null for what is no call. */
  readonly asked: Json
  /** The call as it ran; null where it did not. */
  readonly ran: Json
  /** In the order in which they were asked. */
  readonly points: readonly PointChain[]
  /** Null where it never came to that, and for what is no call. */
  readonly permission: PermissionSaid | null
  /** The question that was put about it, and what was answered. */
  readonly question: { readonly question: Question; readonly answer: Answer | null } | null
  /** What the model read in the end, or null where nothing was told. */
  readonly told: string | null
  /** Context that hooks gave about it, with whose it is. */
  readonly context: readonly { readonly hook: string; readonly text: string }[]
}

/** An event off the record, as `fire` takes it. */
export interface RecordedEventFacts {
  readonly point: PointId
  readonly turn: TurnId | null
  readonly turnNumber: number | null
  /** What it was about: the call's, step's or turn's span. */
  readonly about: SpanId | null
  readonly at: number
  /** One line: the command, the path, the beginning of the text. */
  readonly subject: string
  /** The point's own arguments, with what is known of the facts under `t`. */
  readonly event: JsonObject
  /** What was decided about it then, or null where no hook stood there. */
  readonly decision: string | null
}

export interface ShadowExample {
  readonly turn: TurnId | null
  readonly turnNumber: number | null
  readonly about: SpanId | null
  readonly span: SpanId | null
  readonly point: PointId
  readonly at: number
  readonly subject: string
  readonly decision: string
  readonly reason: string | null
}
