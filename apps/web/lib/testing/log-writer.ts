/** Writes logs for tests, event by event, under a clock that counts. Ids are `spn_1`, `cal_1`, … in the order of making. */
import {
  ATTR,
  type Attachment,
  type Attributes,
  attachmentId,
  type CallRecord,
  type Composition,
  callId,
  type HookMode,
  type JsonObject,
  type Outcome,
  type PointId,
  type Span,
  type SpanId,
  type SpanStatus,
  sessionId,
  spanId,
  type TraceEvent,
  type TraceEventBody,
  type TurnId,
  type TurnStatus,
  turnId,
  type Verdict,
} from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'

export type SaidVerdict = Partial<Verdict> & { readonly hook: string }

export class LogWriter {
  readonly events: TraceEvent[] = []
  private seq = 0
  private made = 0
  private row = 0
  private turns = 0
  turn: TurnId | null = null

  constructor(public now = 1_796_073_600_000) {}

  emit(body: TraceEventBody): void {
    this.seq += 1
    this.events.push({ ...body, session: sessionId('ses_1'), seq: this.seq, at: this.now })
  }

  wait(ms: number): void {
    this.now += ms
  }

  create(composition: Composition, title = 'tidy the parser'): void {
    const facts = { id: sessionId('ses_1'), title, workspace: '/home/ana/src/parser', model: 'scripted/tour' }
    this.emit({ type: 'session.created', facts: { ...facts, createdAt: this.now, parent: null }, composition })
  }

  startTurn(prompt: string, composition = 'hash'): SpanId {
    this.turns += 1
    this.turn = turnId(`trn_${this.turns}`)
    this.emit({
      type: 'turn.started',
      turn: this.turn,
      number: this.turns,
      composition,
      provider: 'scripted',
      model: 'tour',
    })
    const span = this.start('turn', prompt, null, { [ATTR.turnNumber]: this.turns })
    this.input(prompt)
    return span
  }

  endTurn(status: Exclude<TurnStatus, 'running' | 'waiting'> = 'completed', reason: string | null = null): void {
    if (this.turn !== null) this.emit({ type: 'turn.ended', turn: this.turn, status, code: null, reason, answer: null })
  }

  start(kind: Span['kind'], name: string, parent: SpanId | null, attributes: Attributes = {}): SpanId {
    const id = spanId(`spn_${this.next()}`)
    const times = { start: this.now, end: null, status: 'running' } as const
    this.emit({ type: 'span.started', span: { id, parent, turn: this.turn, kind, name, ...times, attributes } })
    return id
  }

  end(id: SpanId, status: SpanStatus = 'ok', attributes: Attributes = {}): void {
    this.emit({ type: 'span.ended', id, end: this.now, status, attributes })
  }

  change(id: SpanId, status: SpanStatus): void {
    this.emit({ type: 'span.changed', id, status, attributes: {} })
  }

  input(text: string, from: string | null = null): void {
    const origin = from === null ? 'person' : 'hook'
    this.emit({ type: 'row.committed', row: { ...this.base(), kind: 'input', text, origin, from } })
  }

  /** A whole model call: its span, its text as a delta, its reply. Returns the span. */
  model(step: SpanId, text: string, calls: readonly CallRecord[] = [], ms = 900): SpanId {
    const span = this.start('model', 'scripted/tour', step, {
      [ATTR.provider]: 'scripted',
      [ATTR.requestModel]: 'tour',
    })
    this.wait(ms / 2)
    this.emit({ type: 'delta', span, channel: 'text', text })
    this.wait(ms / 2)
    const usage = { input: 1_200, cached: 800, output: 40 }
    const said = { provider: 'scripted', model: 'tour', usage, end: calls.length > 0 ? 'calls' : 'stop' } as const
    this.emit({ type: 'row.committed', row: { ...this.base(), kind: 'reply', text, reasoning: '', calls, ...said } })
    this.end(span, 'ok', { [ATTR.inputTokens]: 1_200, [ATTR.cachedTokens]: 800, [ATTR.outputTokens]: 40 })
    return span
  }

  call(name: string, args: JsonObject): CallRecord {
    return { id: callId(`cal_${this.next()}`), name, args, raw: JSON.stringify(args), complete: true }
  }

  startCall(step: SpanId, call: CallRecord, subject: string): SpanId {
    const attributes = {
      [ATTR.toolName]: call.name,
      [ATTR.toolCallId]: call.id,
      [ATTR.toolSubject]: subject,
      [ATTR.step]: 1,
    }
    return this.start('tool', call.name, step, attributes)
  }

  result(call: CallRecord, content: string, isError = false): void {
    this.emit({
      type: 'row.committed',
      row: { ...this.base(), kind: 'result', call: call.id, name: call.name, content, isError },
    })
  }

  /** One asking: a span and a verdict for each hook, then the outcome. Returns the hooks' spans. */
  ask(
    point: PointId,
    about: SpanId,
    verdicts: readonly SaidVerdict[],
    outcome: Partial<Outcome> = {},
  ): readonly (SpanId | null)[] {
    const spans = verdicts.map((said, position) => this.verdict(point, about, { position, ...said }))
    const { verdicts: _, ...whole } = { ...PASSED, point, ...outcome }
    this.emit({ type: 'outcome', turn: this.turn, about, point, outcome: whole })
    return spans
  }

  verdict(point: PointId, about: SpanId, said: SaidVerdict): SpanId | null {
    const verdict = verdictOf({ ...SILENT, hookId: `att_${said.hook}`, ...said })
    const attributes = { [ATTR.point]: point, [ATTR.hookAbout]: about, [ATTR.hookMode]: verdict.mode }
    const span = verdict.status === 'not_asked' ? null : this.start('hook', verdict.hook, about, attributes)
    if (span !== null) this.wait(verdict.durationMs)
    this.emit({ type: 'verdict', turn: this.turn, span, about, point, verdict })
    if (span !== null) this.end(span, verdict.error === null ? 'ok' : 'error')
    return span
  }

  private base() {
    this.row += 1
    return { id: this.row, turn: this.turn, at: this.now, replaces: null }
  }

  private next(): number {
    this.made += 1
    return this.made
  }
}

const SILENT = { status: 'use_default', durationMs: 0.2, version: 'v1' } as const

const PASSED: Outcome = {
  point: 'tools.before',
  decision: 'pass',
  value: null,
  carried: null,
  reason: null,
  by: null,
  context: [],
  notes: [],
  reminders: [],
  halt: null,
  haltBy: null,
  verdicts: [],
  wouldBe: null,
}

export function compositionOf(
  hooks: readonly { readonly name: string; readonly points: readonly PointId[]; readonly mode?: HookMode }[],
): Composition {
  return {
    hash: 'hash',
    extensions: [],
    rewrites: 'first',
    stopAtFirstBlock: false,
    hooks: hooks.map(
      ({ name, points, mode = 'enforce' }): Attachment => ({
        id: attachmentId(`att_${name}`),
        hook: name,
        name,
        source: 'library',
        points,
        mode,
        onFailure: 'open',
        params: {},
        version: 'v1',
        error: null,
      }),
    ),
  }
}
