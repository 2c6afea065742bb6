/** One event of a turn in words, for the one who walks through it: a title, what there is to say, the sign it carries. */
import { formatDuration, type Mark, markOfOutcome } from '@belay/canvas'
import { ATTR, type EventOf, type SessionState, type Span, type TraceEvent, type TranscriptRow } from '@belay/trace'
import { firstLine } from '../format'
import { editText } from './edit-text'
import { verdictMark } from './mark'
import { outcomeText } from './outcome-text'
import { describeVerdict, TURN_STATUS } from './sentences'

export interface EventWords {
  readonly title: string
  readonly text: string
  readonly mark: Mark | null
  /** Said in shadow: the sign is hollow. */
  readonly ghost: boolean
}

/** `state`: the session after the event. */
export function describeEvent(state: SessionState, event: TraceEvent): EventWords {
  switch (event.type) {
    case 'turn.started':
      return plain('The turn starts', `on ${event.provider}/${event.model}`)
    case 'turn.status':
      return plain(event.status === 'waiting' ? 'The turn waits for you' : 'The turn goes on')
    case 'turn.ended':
      return plain(`The turn ends: ${TURN_STATUS[event.status]}`, event.reason ?? '')
    case 'row.committed':
      return rowWords(event.row)
    case 'span.started':
      return plain(begins(event.span), subjectOf(event.span))
    case 'span.changed':
      return changeWords(state.spans.get(event.id), event)
    case 'span.ended':
      return endWords(state.spans.get(event.id))
    case 'verdict':
      return verdictWords(event)
    case 'outcome':
      return {
        title: `${event.point} comes to`,
        text: outcomeText(event),
        mark: markOfOutcome(event.outcome),
        ghost: false,
      }
    case 'question.opened':
      return { title: 'A question waits for you', text: event.question.text, mark: 'ask', ghost: false }
    case 'question.closed':
      return plain('The question is closed', answerText(event.answer))
    case 'hook.fallback':
      return plain(
        `${event.hook} did not answer`,
        `its answer of ${formatDuration(event.ageMs)} ago stands in: ${event.error}`,
      )
    case 'input.taken':
      return plain('A message that waited is read')
    case 'notice':
      return plain('Notice', event.text)
    case 'history.edited':
      return plain(
        'What requests hold is changed',
        event.by === null ? editText(event.edit) : `by ${event.by}: ${editText(event.edit)}`,
      )
    case 'session.created':
    case 'session.changed':
    case 'composition.changed':
    case 'input.queued':
    case 'delta':
    case 'delta.dropped':
    case 'files.put_back':
      // None of a turn's events.
      return plain(event.type)
  }
}

function plain(title: string, text = ''): EventWords {
  return { title, text, mark: null, ghost: false }
}

function verdictWords({ verdict }: EventOf<'verdict'>): EventWords {
  const asked = verdict.status !== 'not_asked'
  const title = asked ? `${verdict.hook} answers` : `${verdict.hook} is not asked`
  const text = asked ? describeVerdict(verdict) : (verdict.notAsked ?? '')
  return { title, text, mark: verdictMark(verdict), ghost: verdict.mode === 'shadow' }
}

function rowWords(row: TranscriptRow): EventWords {
  switch (row.kind) {
    case 'input':
      return plain(
        row.origin === 'person' ? 'Your message is committed' : `Text of ${row.from ?? row.origin} is committed`,
        firstLine(row.text),
      )
    case 'reply':
      return plain(
        'The reply is committed',
        row.text === '' ? row.calls.map(({ name }) => name).join(', ') : firstLine(row.text),
      )
    case 'result':
      return plain(`The ${row.isError ? 'error ' : ''}result of ${row.name} is committed`, firstLine(row.content))
  }
}

function begins(span: Span): string {
  switch (span.kind) {
    case 'turn':
      return 'The turn’s span begins'
    case 'step':
      return `Step ${span.attributes[ATTR.step] ?? span.name} begins`
    case 'model':
      return 'A model call begins'
    case 'tool':
    case 'inner':
      return `${span.name} is called`
    case 'hook':
      return `${span.name} is asked`
    case 'compaction':
      return 'A compaction begins'
  }
}

function subjectOf(span: Span): string {
  const { [ATTR.toolSubject]: subject, [ATTR.point]: point } = span.attributes
  if (span.kind === 'hook') return `at ${point ?? 'its point'}`
  return span.kind === 'tool' || span.kind === 'inner' ? String(subject ?? '') : span.kind === 'model' ? span.name : ''
}

function changeWords(span: Span | undefined, { status, attributes }: EventOf<'span.changed'>): EventWords {
  const name = span === undefined ? 'It' : nameOf(span)
  if (attributes[ATTR.toolStarted] !== undefined)
    return plain(`${name} starts to run`, span === undefined ? '' : subjectOf(span))
  if (status === 'waiting') return { ...plain(`${name} waits for you`), mark: 'ask' }
  return plain(`${name} goes on`)
}

const ENDINGS: Readonly<Record<Span['status'], string>> = {
  running: 'ends',
  waiting: 'ends',
  ok: 'is done',
  error: 'failed',
  refused: 'was refused',
  stopped: 'was stopped',
  interrupted: 'was interrupted',
  unknown: 'ended as nobody knows',
  not_run: 'was not run',
}

function endWords(span: Span | undefined): EventWords {
  if (span === undefined) return plain('A span ends')
  const text = [formatDuration((span.end ?? span.start) - span.start), span.attributes[ATTR.errorMessage] ?? '']
  return plain(`${nameOf(span)} ${ENDINGS[span.status]}`, text.filter((part) => part !== '').join(' · '))
}

function nameOf(span: Span): string {
  switch (span.kind) {
    case 'turn':
      return 'The turn'
    case 'step':
      return `Step ${span.attributes[ATTR.step] ?? span.name}`
    case 'model':
      return 'The model call'
    case 'compaction':
      return 'The compaction'
    case 'tool':
    case 'inner':
    case 'hook':
      return span.name
  }
}

function answerText(answer: EventOf<'question.closed'>['answer']): string {
  switch (answer.say) {
    case 'allow':
      return answer.scope === 'once' ? 'allowed once' : 'allowed for this session'
    case 'deny':
      return answer.reason === null ? 'denied' : `denied: ${answer.reason}`
    case 'closed':
      return answer.reason
  }
}
