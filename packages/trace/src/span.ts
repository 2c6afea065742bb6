import type { SpanId, TurnId } from './ids'

/** A timed record. `inner` is a call made inside a cell. */
export type SpanKind = 'turn' | 'step' | 'model' | 'tool' | 'hook' | 'compaction' | 'inner'

/**
 * - `running`: not ended; `waiting`: held by a question to a person
 * - `ok`; `error`: it failed; `refused`: a hook, permission or person said no and it did not run
 * - `stopped`: by the person, or by a halt; `interrupted`: the process died; `unknown`: had started when the process died
 * - `not_run`: recorded and never started (cut off, dropped, or behind a halt)
 */
export type SpanStatus =
  | 'running'
  | 'waiting'
  | 'ok'
  | 'error'
  | 'refused'
  | 'stopped'
  | 'interrupted'
  | 'unknown'
  | 'not_run'

export type AttributeValue = string | number | boolean | null
/** Names follow OpenTelemetry's GenAI conventions (`gen_ai.*`); what they have no name for is `belay.*`. */
export type Attributes = Readonly<Record<string, AttributeValue>>

/** Compact: payloads (arguments, results, what a hook was handed) are fetched by span id. */
export interface Span {
  readonly id: SpanId
  readonly parent: SpanId | null
  readonly turn: TurnId | null
  readonly kind: SpanKind
  /** For a turn its prompt, for a step its number, for a tool its name, for a hook its name. */
  readonly name: string
  /** Epoch milliseconds with fractions. */
  readonly start: number
  /** null while running. Never before `start`. */
  readonly end: number | null
  readonly status: SpanStatus
  readonly attributes: Attributes
}

/** The attribute names in use, so that writers and readers cannot drift apart. */
export const ATTR = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cachedTokens: 'belay.usage.cached_tokens',
  /** US dollars, where the model's price is known. */
  costUsd: 'belay.usage.cost_usd',
  finishReason: 'gen_ai.response.finish_reasons',
  /** Of a model call that gave no reply of the conversation: `hook` for a hook's own, `compaction` for a summary. */
  purpose: 'belay.model.purpose',
  /** The tokens that stood in the view before a compaction and after it; `estimated` where they were counted from characters. */
  tokensBefore: 'belay.compaction.tokens_before',
  tokensAfter: 'belay.compaction.tokens_after',
  tokensEstimated: 'belay.compaction.estimated',
  rowsFolded: 'belay.compaction.rows',
  firstTokenMs: 'belay.first_token_ms',
  toolName: 'gen_ai.tool.name',
  toolCallId: 'gen_ai.tool.call.id',
  /** One line that says what the call is about: the command, the path. */
  toolSubject: 'belay.tool.subject',
  resultChars: 'belay.tool.result_chars',
  exitCode: 'belay.tool.exit_code',
  /** Epoch milliseconds at which the tool itself began, after its hooks and permission; absent while it has not. */
  toolStarted: 'belay.tool.started_at',
  point: 'belay.hook.point',
  hookSource: 'belay.hook.source',
  hookMode: 'belay.hook.mode',
  hookAbout: 'belay.hook.about',
  error: 'error.type',
  errorMessage: 'belay.error.message',
  step: 'belay.step',
  turnNumber: 'belay.turn',
  /** The child session that an `agents.spawn` call started. */
  childSession: 'belay.agent.session',
} as const
