import type {
  Clock,
  Decision,
  FailurePolicy,
  HookMode,
  HookSource,
  Json,
  JsonObject,
  NotAskedReason,
  Outcome,
  PointId,
  RewriteRule,
  Verdict,
} from '@belay/trace'
import type { CallbackPort, CallbackSource } from './callbacks'
import type { HookFacts, PointEvents } from './events'

/** What a hook is handed when it is asked. `signal` aborts at its time limit and when the turn stops. */
export interface Asking<P extends PointId = PointId> {
  readonly point: P
  readonly event: PointEvents[P]
  readonly facts: HookFacts
  readonly signal: AbortSignal
  /** What it may ask of the session until it has answered; every request is refused where there is none behind it. */
  readonly callbacks: CallbackPort
  /** For one that has to wait for its turn to run: its own time stands still until what this gives is called. The implementation bounds the wait. */
  waits?(): () => void
}

/** A hook as the pipeline sees it: attached, loaded and in its place. */
export interface Hook {
  /** Unique within a composition: the attachment's id, or the name. */
  readonly id: string
  readonly name: string
  readonly source: HookSource
  readonly points: readonly PointId[]
  readonly mode: HookMode
  readonly onFailure: FailurePolicy
  /** Milliseconds; at most 600,000. */
  readonly timeoutMs: number
  /** Ask once more with the final value when a later hook rewrote what this one passed. */
  readonly recheck: boolean
  /** Hears everything at its points, is never waited for, decides nothing. */
  readonly observe: boolean
  readonly version: string | null
  /**
   * Adjacent hooks of one group are one position: all are handed the value as it stands there, are asked side by side, and are
   * taken in in their order once all have answered. Of two rewrites the first in order wins at every point (`chain`: the last).
   */
  readonly group?: string
  /** Asked in the second pass of `tools.before` alone: when a question would be put to a person. */
  readonly pass?: 'permission'
  /** How long its answer is waited for once it was told to end, since it ends by itself and then says how far it came. */
  readonly lastWordsMs?: number
  /** What was attached: slug, path or `program/tools.before`, with the parameters that hold. Whose `t.store` it is, and which commands it may run. */
  readonly attached?: { readonly hook: string; readonly params: JsonObject }
  /** Why it cannot be asked at all (`failed to load`, `not trusted`, …), or null. */
  readonly unavailable: { readonly reason: NotAskedReason; readonly message: string } | null
  /** Null where the hook is to be asked about this event, else why not. */
  skips(asking: Pick<Asking, 'point' | 'event' | 'facts'>): NotAskedReason | null
  /**
   * Why it must not be asked although it guards this event, as the end of a sentence (`its script was changed`); else null. The
   * point then refuses, whatever the failure policy says. Asked only where `skips` lets it be asked.
   */
  distrusted?(asking: Pick<Asking, 'point' | 'event' | 'facts'>): string | null
  /**
   * The hook's raw answer: a plain value, a constructed verdict, or a promise of either. May throw or reject.
   * An implementation ends what runs beyond its signal; the pipeline stops waiting at `timeoutMs` by itself.
   */
  ask(asking: Asking): unknown
}

/** The last answer that a hook gave at a point, for the `replay` policy. */
export interface LastAnswers {
  get(hook: string, point: PointId): { readonly verdict: Verdict; readonly at: number } | null
  set(hook: string, point: PointId, verdict: Verdict): void
}

/** Hears of each hook as it is asked and answers. Must only record and return; never throws. */
export interface VerdictSink {
  /** Returns a token that comes back with the verdict (a span id). Not called for hooks that are not asked. */
  asked(hook: Hook, point: PointId): string | null
  /**
   * `handed` is the subject as this hook saw it, `after` the effective subject once its verdict was taken in
   * (the same for every verdict that changed nothing), `original` the subject before the first hook.
   */
  verdict(entry: {
    readonly hook: Hook
    readonly token: string | null
    readonly verdict: Verdict
    readonly handed: Json
    readonly after: Json
    readonly original: Json
    /** What a command was given; null for all others. */
    readonly payload: string | null
  }): void
}

/** Everything that asking a point needs. */
export interface PointAsking<P extends PointId> {
  readonly point: P
  readonly event: PointEvents[P]
  /** In asking order. */
  readonly hooks: readonly Hook[]
  readonly facts: HookFacts
  readonly policy: { readonly rewrites: RewriteRule; readonly stopAtFirstBlock: boolean }
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly sink: VerdictSink | null
  readonly lastAnswers: LastAnswers | null
  /**
   * Whether what a hook decided can be carried out: null, or why not as the end of a sentence that begins with the hook's name,
   * which makes the answer malformed. `value` is as it would hold: a rewrite merged into what the hook was handed. Must not throw.
   */
  readonly check?: (decision: Decision, value: Json) => string | null
  /** What hooks may ask of the session; absent where there is none: each request is then refused in a sentence. */
  readonly callbacks?: CallbackSource
  /** The second pass of `tools.before`: only hooks of that pass are asked. */
  readonly pass?: 'permission'
  /** In a dry run: `t.tool`, `t.store.set` and edits of the history act all the same (`fire --live`). */
  readonly live?: boolean
}

/** `askPoint(asking)`: the outcome at once where no hook answered with a promise, else a promise of it. Never rejects. */
export type AskPoint = <P extends PointId>(asking: PointAsking<P>) => Outcome | Promise<Outcome>
