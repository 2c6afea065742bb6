/**
 * The one way in which a session's log grows: the events of a batch and all that is read off them go into one transaction.
 * The caller gives gapless sequence numbers; a number that is taken fails the whole batch.
 */
import { ATTR, type Attachment, type Attributes, type Composition, type TraceEvent, type Verdict } from '@belay/trace'
import type { SessionDelta, Writes } from './writes'

export interface Writing extends Writes {
  /** What the person said goes through it before it is cut for the list. */
  readonly clean: (text: string) => string
}

export function writeBatch(writes: Writing, session: string, batch: readonly TraceEvent[]): void {
  const last = batch.at(-1)
  if (last === undefined) return
  const delta = noChange(last)
  for (const event of batch) {
    writes.event(event)
    project(writes, event, delta)
  }
  writes.counters(session, delta)
}

function noChange(last: TraceEvent): SessionDelta {
  return {
    seq: last.seq,
    updatedAt: last.at,
    title: null,
    model: null,
    composition: null,
    status: null,
    turns: 0,
    passes: 0,
    asked: 0,
    blocked: 0,
    rewritten: 0,
    failed: 0,
    tokens: null,
    besideCalls: 0,
    besideInput: 0,
    besideOutput: 0,
    besideUnreported: 0,
    lastPrompt: null,
    lastRefusal: null,
  }
}

function project(writes: Writing, event: TraceEvent, delta: SessionDelta): unknown {
  switch (event.type) {
    case 'session.created':
      return projectComposition(writes, event.facts.id, event.composition, delta)
    case 'composition.changed':
      writes.compositionChange(event)
      return projectComposition(writes, event.session, event.composition, delta)
    case 'session.changed':
      delta.title = event.title ?? delta.title
      delta.model = event.model ?? delta.model
      return null
    case 'turn.started':
    case 'turn.status':
    case 'turn.ended':
      return projectTurn(writes, event, delta)
    case 'row.committed':
      return projectRow(writes, event, delta)
    case 'span.started':
    case 'span.changed':
    case 'span.ended':
      return projectSpan(writes, event, delta)
    case 'verdict':
      return projectVerdict(writes, event, delta)
    case 'input.queued':
    case 'input.taken':
    case 'question.opened':
    case 'question.closed':
      return projectWaiting(writes, event)
    case 'outcome':
      // Not read off verdicts: a hook that could not answer blocks too, where its policy is closed.
      if (event.outcome.decision !== 'block') return null
      delta.blocked += 1
      delta.lastRefusal = firstLine(`${event.outcome.by ?? event.point}: ${event.outcome.reason ?? 'no reason given'}`)
      return null
    case 'history.edited':
      return writes.historyEdited(event)
    case 'delta':
    case 'delta.dropped':
    case 'hook.fallback':
    case 'files.put_back':
    case 'notice':
      return null
  }
}

type Named<T extends TraceEvent['type']> = Extract<TraceEvent, { type: T }>

function projectComposition(writes: Writes, session: string, composition: Composition, delta: SessionDelta): void {
  delta.composition = composition.hash
  writes.composition({ hash: composition.hash, body: composition })
  writes.clearAttachments(session)
  composition.hooks.forEach((hook: Attachment, position) => {
    writes.attachment({ ...hook, session, position })
  })
}

function projectTurn(
  writes: Writes,
  event: Named<'turn.started' | 'turn.status' | 'turn.ended'>,
  delta: SessionDelta,
): void {
  if (event.type === 'turn.started') {
    delta.status = 'running'
    delta.turns += 1
    const { session, turn: id, number, composition, provider, model, at: startedAt } = event
    writes.turnStarted({ id, session, number, composition, provider, model, startedAt })
    return
  }
  delta.status = event.status
  if (event.type === 'turn.status') writes.turnStatus({ id: event.turn, status: event.status })
  else
    writes.turnEnded({
      id: event.turn,
      endedAt: event.endedAt ?? event.at,
      status: event.status,
      code: event.code,
      reason: event.reason,
    })
}

function projectRow(writes: Writing, { session, row }: Named<'row.committed'>, delta: SessionDelta): void {
  writes.row({ session, id: row.id, turn: row.turn, at: row.at, kind: row.kind, replaces: row.replaces, body: row })
  if (row.kind === 'input' && row.origin === 'person') delta.lastPrompt = firstLine(writes.clean(row.text))
  if (row.kind !== 'reply') return
  const { input, output } = row.usage
  if (input !== null || output !== null) delta.tokens = (delta.tokens ?? 0) + (input ?? 0) + (output ?? 0)
}

function projectSpan(
  writes: Writes,
  event: Named<'span.started' | 'span.changed' | 'span.ended'>,
  delta: SessionDelta,
): void {
  if (event.type === 'span.started') {
    if (event.span.kind === 'step') delta.passes += 1
    writes.spanStarted({ ...event.span, session: event.session })
    return
  }
  const { id, status } = event
  const attributes = JSON.stringify(event.attributes)
  if (event.type === 'span.changed') writes.spanChanged({ id, status, attributes })
  else {
    writes.spanEnded({ id, status, attributes, end: event.end })
    addBeside(event.attributes, delta)
  }
}

/** A model call that gave no reply: rows say nothing of what it used. */
function addBeside(attributes: Attributes, delta: SessionDelta): void {
  if (attributes[ATTR.purpose] === undefined) return
  const [input, output] = [attributes[ATTR.inputTokens], attributes[ATTR.outputTokens]].map(numberOrNull)
  delta.besideCalls += 1
  delta.besideInput += input ?? 0
  delta.besideOutput += output ?? 0
  if (input === null || output === null) delta.besideUnreported += 1
  if (input !== null || output !== null) delta.tokens = (delta.tokens ?? 0) + (input ?? 0) + (output ?? 0)
}

function numberOrNull(value: Attributes[string] | undefined): number | null {
  return typeof value === 'number' ? value : null
}

function projectVerdict(writes: Writes, event: Named<'verdict'>, delta: SessionDelta): void {
  const { session, seq, at, turn, span, about, point, verdict } = event
  writes.verdict({ session, seq, at, turn, span, about, point, body: verdict })
  if (verdict.notAsked === 'failed to load') delta.failed += 1
  if (verdict.status === 'not_asked') return
  delta.asked += 1
  if (hasFailed(verdict)) delta.failed += 1
  if (verdict.decision === 'rewrite' && rules(verdict)) delta.rewritten += 1
}

/** One that was ended with its turn has not. */
function hasFailed({ status, error }: Verdict): boolean {
  return status === 'malformed' || (status === 'failed' && error?.kind !== 'cancelled')
}

/** Whether a verdict had an effect: a shadow hook's, a lost and a late one had none. */
function rules(verdict: Verdict): boolean {
  return verdict.mode === 'enforce' && !verdict.lost && !verdict.late
}

function projectWaiting(
  writes: Writes,
  event: Named<'input.queued' | 'input.taken' | 'question.opened' | 'question.closed'>,
): void {
  switch (event.type) {
    case 'input.queued':
      writes.inputQueued({ ...event.input, session: event.session })
      return
    case 'input.taken':
      writes.inputTaken({ session: event.session, id: event.id })
      return
    case 'question.opened': {
      const { question, session, at } = event
      writes.questionOpened({ id: question.id, session, turn: question.turn, openedAt: at, body: question })
      return
    }
    case 'question.closed':
      writes.questionClosed({ id: event.id, answer: JSON.stringify(event.answer) })
      return
  }
}

/** Long texts are cut: the list shows one line. */
function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return Array.from(line).slice(0, 200).join('')
}
