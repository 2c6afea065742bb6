/**
 * One turn of the log as rows of the conversation, in the order of its events. Replies and calls take their place when they
 * begin and are completed by what comes later; a question stands right below its call.
 */
import {
  ATTR,
  type CallId,
  type CallRecord,
  type InputRow,
  type QuestionState,
  type ReplyRow,
  type ResultRow,
  type SessionState,
  type Span,
  type SpanId,
  type TraceEvent,
  type TurnState,
  type Verdict,
} from '@belay/trace'
import { callOutcome } from './call-outcome'
import { type CallItem, type CallNote, type ConversationItem, editedItem, type ReplyItem } from './conversation'
import { foldNotes } from './fold-notes'
import { unloadedNote } from './sentences'
import { turnDurationMs, turnTokens } from './turn-figures'
import { isUnloaded } from './verdict-kinds'

export function turnItems(state: SessionState, turn: TurnState): readonly ConversationItem[] {
  return new TurnReader(state, turn).read()
}

const OWNERS: ReadonlySet<Span['kind'] | null> = new Set(['hook', 'compaction'] as const)

/** What stands at one place of the turn; calls and replies are completed by later events. */
type Draft =
  | { kind: 'done'; item: ConversationItem }
  | { kind: 'reply'; span: Span | null; row: ReplyRow | null }
  | { kind: 'call'; call: CallRecord; notes: string[] }

class TurnReader {
  private readonly drafts: Draft[] = []
  private readonly callSpans = new Map<string, Span>()
  private readonly notes = new Map<string, Draft>()
  private readonly unloaded = new Set<string>()
  private readonly results = new Map<CallId, ResultRow>()

  constructor(
    private readonly state: SessionState,
    private readonly turn: TurnState,
  ) {}

  read(): readonly ConversationItem[] {
    for (const event of this.turn.events) this.take(event)
    let leads = true
    const said = new Set<string>()
    const items: ConversationItem[] = []
    for (const draft of this.drafts) {
      const item = this.finish(draft, leads, said)
      if (item === null) continue
      if (item.kind === 'reply' || item.kind === 'call') leads = false
      items.push(item)
    }
    return foldNotes(items)
  }

  private take(event: TraceEvent): void {
    switch (event.type) {
      case 'row.committed':
        this.takeRow(event.row)
        break
      case 'span.started':
        this.takeSpan(event.span)
        break
      case 'verdict':
        if (isUnloaded(event.verdict)) this.takeUnloaded(event.verdict)
        break
      case 'outcome':
        this.takeNotes(event.about, event.outcome.notes, event.seq)
        break
      case 'question.opened': {
        const question = this.state.questions.get(event.question.id)
        if (question !== undefined) this.placeQuestion(question)
        break
      }
      case 'history.edited':
        this.add(editedItem(event))
        break
      case 'notice':
        this.addNote(`notice-${event.seq}`, event.text, 'app')
        break
      case 'turn.ended':
        this.add(endingOf(this.state, this.turn))
        break
      default:
        break
    }
  }

  private takeRow(row: InputRow | ReplyRow | ResultRow): void {
    switch (row.kind) {
      case 'input':
        this.add({ kind: 'input', key: `row-${row.id}`, turn: this.turn.id, row })
        break
      case 'result':
        this.results.set(row.call, row)
        break
      case 'reply': {
        const open = this.drafts.findLast((draft) => draft.kind === 'reply' && draft.row === null)
        if (open?.kind === 'reply') open.row = row
        else this.drafts.push({ kind: 'reply', span: null, row })
        for (const call of row.calls) this.drafts.push({ kind: 'call', call, notes: [] })
      }
    }
  }

  private takeSpan(span: Span): void {
    if (span.kind === 'tool') this.callSpans.set(String(span.attributes[ATTR.toolCallId]), span)
    // A model call below a hook or a compaction is its own and says nothing in the conversation.
    if (span.kind !== 'model' || OWNERS.has(this.parentKind(span))) return
    const failed = this.drafts.at(-1)
    if (failed?.kind === 'reply' && failed.row === null) this.drafts.pop()
    this.drafts.push({ kind: 'reply', span, row: null })
  }

  private takeNotes(about: SpanId | null, notes: readonly string[], seq: number): void {
    if (notes.length === 0) return
    const callId = about === null ? undefined : this.state.spans.get(about)?.attributes[ATTR.toolCallId]
    const card = this.drafts.find((draft) => draft.kind === 'call' && draft.call.id === callId)
    if (card?.kind === 'call') card.notes.push(...notes)
    else for (const [at, text] of notes.entries()) this.addNote(`note-${seq}-${at}`, text, 'hook')
  }

  /** A hook that can't be asked is a thing to know once a turn, however often it was not. */
  private takeUnloaded(verdict: Verdict): void {
    if (this.unloaded.has(verdict.hookId)) return
    this.unloaded.add(verdict.hookId)
    const hooks = this.state.compositions.get(this.turn.composition)?.hooks
    const policy = hooks?.find(({ id }) => id === verdict.hookId)?.onFailure ?? 'open'
    const key = `unloaded-${verdict.hookId}-${this.turn.id}`
    this.addNote(key, unloadedNote(verdict, policy), 'app')
  }

  /** Right below the call that it is about, so that what waits behind it stands after it. */
  private placeQuestion(question: QuestionState): void {
    const { id, call } = question.question
    const item: ConversationItem = {
      kind: 'question',
      key: `question-${id}`,
      turn: this.turn.id,
      question: { ...question },
      open: question.answer === null,
    }
    const at = this.drafts.findIndex((draft) => draft.kind === 'call' && draft.call.id === call.id)
    this.drafts.splice(at < 0 ? this.drafts.length : at + 1, 0, { kind: 'done', item })
  }

  private finish(draft: Draft, leads: boolean, said: Set<string>): ConversationItem | null {
    switch (draft.kind) {
      case 'done':
        return draft.item
      case 'call':
        return this.finishCall(draft.call, countNotes(draft.notes, said))
      case 'reply':
        return draft.row === null ? this.streaming(draft.span, leads) : this.finishReply(draft.row, draft.span, leads)
    }
  }

  private finishCall(call: CallRecord, notes: readonly CallNote[]): CallItem {
    const started = this.callSpans.get(call.id)
    const span = started === undefined ? null : (this.state.spans.get(started.id) ?? null)
    const result = this.results.get(call.id) ?? null
    const outcome = callOutcome(this.state, { args: call.args, span, result })
    return { kind: 'call', key: `call-${call.id}`, turn: this.turn.id, call, span, result, outcome, notes }
  }

  private finishReply(row: ReplyRow, span: Span | null, leads: boolean): ReplyItem | null {
    const { text, reasoning, end } = row
    if (text === '' && reasoning === '' && row.calls.length > 0) return null
    return { ...this.replyBase(span, row, leads), text, reasoning, streaming: false, end, row: row.id }
  }

  private streaming(span: Span | null, leads: boolean): ReplyItem | null {
    if (span === null || this.turn.endedAt !== null) return null
    const live = this.state.spans.get(span.id)
    const stream = this.state.streams.get(span.id)
    if (live === undefined || (live.end !== null && stream === undefined)) return null
    const base = this.replyBase(span, this.turn, leads)
    return {
      ...base,
      text: stream?.text ?? '',
      reasoning: stream?.reasoning ?? '',
      streaming: true,
      end: null,
      row: null,
    }
  }

  private replyBase(span: Span | null, from: { readonly provider: string; readonly model: string }, leads: boolean) {
    const key = `reply-${span?.id ?? ('id' in from ? from.id : '')}`
    return { kind: 'reply', key, turn: this.turn.id, span: span?.id ?? null, model: from.model, leads } as const
  }

  private parentKind(span: Span): Span['kind'] | null {
    return span.parent === null ? null : (this.state.spans.get(span.parent)?.kind ?? null)
  }

  /** What the turn has said before is counted where it stands. */
  private addNote(key: string, text: string, from: 'hook' | 'app'): void {
    const before = this.notes.get(text)
    if (before?.kind === 'done' && before.item.kind === 'note') {
      before.item = { ...before.item, count: before.item.count + 1 }
      return
    }
    const draft: Draft = { kind: 'done', item: { kind: 'note', key, turn: this.turn.id, text, from, count: 1 } }
    this.notes.set(text, draft)
    this.drafts.push(draft)
  }

  private add(item: ConversationItem): void {
    this.drafts.push({ kind: 'done', item })
  }
}

/** `said` holds what stands above in the turn, and takes up what stands here. */
function countNotes(notes: readonly string[], said: Set<string>): readonly CallNote[] {
  const counts = new Map<string, number>()
  for (const text of notes) counts.set(text, (counts.get(text) ?? 0) + 1)
  const counted = [...counts].map(([text, count]) => ({ text, count, again: said.has(text) }))
  for (const text of counts.keys()) said.add(text)
  return counted
}

function endingOf(state: SessionState, turn: TurnState): ConversationItem {
  const { id, number, status, code, reason } = turn
  const durationMs = turnDurationMs(state, turn) ?? 0
  return {
    kind: 'ending',
    key: `ending-${id}`,
    turn: id,
    number,
    status,
    code,
    reason,
    durationMs,
    tokens: turnTokens(state, turn),
  }
}
