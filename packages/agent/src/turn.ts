/**
 * What one running turn knows: its setup and ports, and the few things that change while it runs. Everything else is
 * derived from the committed rows. Only this package sees it.
 */
import type { NewRow, SpanId, SpanStatus, TranscriptRow, TurnCode, TurnId } from '@belay/trace'
import { laterThan } from './abort'
import { createStage } from './create-stage'
import { whyUnusable } from './named-model'
import type { ModelName, TurnEnd, TurnPorts, TurnSetup, TurnStanding } from './ports'
import { type Spans, turnAttributes } from './spans'
import { isStopped, notice, type Stage } from './stage'

export { isStopped, notice, type PendingContext, type Stage } from './stage'

/**
 * A stop must have settled after a second: a tool has this long to end its processes and say what it did (its own
 * KILL comes 800 ms after a stop), and then the hooks at `tools.after` the rest.
 */
export const TOOL_GRACE_MS = 920

export interface Turn extends Stage {
  readonly id: TurnId
  readonly setup: TurnSetup
  readonly root: SpanId
  stepSpan: SpanId
  readonly stop: StopState
  /** Mistakes in arguments and how many replies in a row made each. */
  mistakes: ReadonlyMap<string, number>
  /** Replies in a row that broke off or ended at the output limit. */
  truncated: number
  /** Aborts a little after `working`: what does not settle until then is dropped. */
  readonly toolGrace: AbortSignal
}

/** What `stop.done` did so far. */
export interface StopState {
  /** How often this turn was continued on a reply without calls. */
  held: number
  /** Of those, the ones that count to the cap. */
  counted: number
  /** The next step is taken whatever `maxIterations` says. */
  lifted: boolean
  /** The last answer, and how often it came in a row with nothing new in between. */
  answer: string | null
  repeats: number
}

/** `standing` is where an earlier process left it, or null for a turn that begins. */
export function createTurn(setup: TurnSetup, ports: TurnPorts, standing: TurnStanding | null = null): Turn {
  const { turn: id } = setup
  const stage = createStage(setup, ports, id)
  const { spans, working, over } = stage
  const root = standing === null ? startRoot(setup, spans) : adoptSpans(standing, spans)
  // The stage itself grows into the turn: what hooks may ask for looks at it.
  return Object.assign(stage, {
    ...{ id, setup, root },
    pending: standing?.pending ?? [],
    step: standing?.step ?? 0,
    stepSpan: standing?.stepSpan ?? root,
    incoming: setup.input.text,
    stop: { held: 0, counted: 0, lifted: false, answer: null, repeats: 0 },
    mistakes: new Map(),
    truncated: 0,
    toolGrace: laterThan(working.signal, TOOL_GRACE_MS, { clock: ports.clock, over }),
  })
}

function startRoot(setup: TurnSetup, spans: Spans): SpanId {
  return spans.start({ kind: 'turn', name: setup.input.text, parent: null, attributes: turnAttributes(setup) })
}

/** Outermost first: they end in the reverse order. */
function adoptSpans({ rootSpan, stepSpan, question }: TurnStanding, spans: Spans): SpanId {
  for (const id of [rootSpan, stepSpan, question.span]) spans.adopt(id)
  return rootSpan
}

/** Commits a row and takes it into the turn's own view: what replaces another stands in its place. */
export function commit(turn: Turn, row: NewRow): TranscriptRow {
  const committed = turn.ports.log.commit(row)
  turn.view.add(committed)
  return committed
}

/** Why nothing more may be started, or null. */
export function endingOf(turn: Stage): TurnEnd | null {
  if (isStopped(turn)) return ending('stopped', whyStopped(turn.setup.signal))
  if (turn.halt !== null) return ending('halted', turn.halt.reason)
  return null
}

/** Whoever stops a turn in somebody else's name says so as the reason of the abort. */
function whyStopped({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : 'Stopped by the person.'
}

export function ending(status: TurnEnd['status'], reason: string | null, more: EndingMore = {}): TurnEnd {
  return { status, reason, code: more.code ?? null, answer: more.answer ?? null }
}

interface EndingMore {
  readonly code?: TurnCode
  readonly answer?: string | null
}

/** How the span of what ended so is shown. */
export function statusOf(end: TurnEnd): SpanStatus {
  switch (end.status) {
    case 'completed':
      return 'ok'
    case 'failed':
      return 'error'
    case 'blocked':
      return 'refused'
    case 'halted':
    case 'capped':
    case 'stopped':
      return 'stopped'
    case 'interrupted':
      return 'interrupted'
  }
}

/** Whether the running step is now made with this model: one that is not there changes nothing. */
export function useModel(turn: Stage, { provider, model }: ModelName, by: string): boolean {
  const why = whyUnusable(turn.ports.providers, { provider, model })
  if (why !== null) {
    notice(turn, `${by} named the model ${provider}/${model}, ${why}: the model stays as it was.`)
    return false
  }
  turn.provider = provider
  turn.model = model
  return true
}
