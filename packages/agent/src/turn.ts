/**
 * What one running turn knows: its setup and ports, and the few things that change while it runs. Everything else is
 * derived from the committed rows. Only this package sees it.
 */
import type { TokenCount } from '@belay/hooks'
import type { NewRow, PointId, SpanId, SpanStatus, TranscriptRow, TurnCode } from '@belay/trace'
import { laterThan, onAbort } from './abort'
import type { TurnEnd, TurnPorts, TurnSetup, TurnStanding } from './ports'
import { createSpans, type Spans, turnAttributes } from './spans'
import { countTokens } from './tokens'

/** Context that a hook gave, waiting for the next model call. */
export interface PendingContext {
  readonly text: string
  readonly from: string | null
  /** Place of the call that it was said about; 0 for what is not about a call. */
  readonly order: number
}

/**
 * A stop must have settled after a second: a tool has this long to end its processes and say what it did (its own
 * KILL comes 800 ms after a stop), and then the hooks at `tools.after` the rest.
 */
const TOOL_GRACE_MS = 920
const HOOK_GRACE_MS = 970

export interface ModelName {
  readonly provider: string
  readonly model: string
}

export interface Turn {
  readonly setup: TurnSetup
  readonly ports: TurnPorts
  readonly spans: Spans
  readonly root: SpanId
  /** Where hooks stand: elsewhere nothing is asked, at the price of one look-up. */
  readonly points: ReadonlySet<PointId>
  /** Effective rows, replaced ones left out. */
  rows: readonly TranscriptRow[]
  pending: readonly PendingContext[]
  /** Of the running step, from 1; 0 before the first. */
  step: number
  stepSpan: SpanId
  /** What a step starts with: the session's, or what `errors.on` switched to. */
  base: ModelName
  /** Of the running step. */
  provider: string
  model: string
  system: string
  incoming: string
  promptTokens: number | null
  /** What replies reported: of this turn, and of the whole session. */
  tokens: { readonly turn: TokenCount; readonly session: TokenCount }
  halt: { readonly reason: string; readonly by: string } | null
  readonly stop: StopState
  /** Mistakes in arguments and how many replies in a row made each. */
  mistakes: ReadonlyMap<string, number>
  /** Replies in a row that broke off or ended at the output limit. */
  truncated: number
  /** Aborts at a halt as at a stop: what runs beside the call that halted ends too. */
  readonly working: AbortController
  /** Aborts a little after `working`: what does not settle until then is dropped. */
  readonly toolGrace: AbortSignal
  /** Aborts a little after the person's stop: for hooks that hear of the calls that it ended. */
  readonly hookGrace: AbortSignal
  /** The first failure to write the record, which ends the turn. */
  broken: { readonly error: unknown } | null
  /** Lets go of the signals and timers that the turn listens to. */
  dispose(): void
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
  const spans = createSpans(setup, ports)
  const working = new AbortController()
  const over = new AbortController()
  const graces = { clock: ports.clock, over: over.signal }
  onAbort(setup.signal, () => working.abort(), over.signal)
  const root = standing === null ? startRoot(setup, spans) : adoptSpans(standing, spans)
  return {
    setup,
    ports,
    spans,
    root,
    points: new Set(setup.hooks.flatMap((hook) => hook.points)),
    rows: setup.history,
    pending: standing?.pending ?? [],
    step: standing?.step ?? 0,
    stepSpan: standing?.stepSpan ?? root,
    base: { provider: setup.provider, model: setup.model },
    provider: setup.provider,
    model: setup.model,
    system: systemOf(setup),
    incoming: setup.input.text,
    promptTokens: lastPromptTokens(setup.history),
    tokens: {
      turn: countTokens(setup.history.filter((row) => row.turn === setup.turn)),
      session: countTokens(setup.history),
    },
    halt: null,
    stop: { held: 0, counted: 0, lifted: false, answer: null, repeats: 0 },
    mistakes: new Map(),
    truncated: 0,
    working,
    toolGrace: laterThan(working.signal, TOOL_GRACE_MS, graces),
    hookGrace: laterThan(setup.signal, HOOK_GRACE_MS, graces),
    broken: null,
    dispose: () => over.abort(),
  }
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
  const place = turn.rows.findIndex((each) => each.id === row.replaces)
  turn.rows = place < 0 ? [...turn.rows, committed] : turn.rows.with(place, committed)
  return committed
}

export function isStopped(turn: Turn): boolean {
  return turn.setup.signal.aborted
}

/** Why nothing more may be started, or null. */
export function endingOf(turn: Turn): TurnEnd | null {
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

export function notice(turn: Turn, text: string): void {
  turn.ports.log.emit({ type: 'notice', turn: turn.setup.turn, text })
}

/** Whether the running step is now made with this model: one that is not there changes nothing. */
export function useModel(turn: Turn, { provider, model }: ModelName, by: string): boolean {
  if (turn.ports.providers.resolve(provider, model) === null) {
    notice(turn, `${by} named the model ${provider}/${model}, which is not there: the model stays as it was.`)
    return false
  }
  turn.provider = provider
  turn.model = model
  return true
}

function systemOf(setup: TurnSetup): string {
  const instructions = setup.projectInstructions.trim()
  return instructions === '' ? setup.system : `${setup.system}\n\n## Project instructions\n${instructions}`
}

function lastPromptTokens(rows: readonly TranscriptRow[]): number | null {
  const reply = rows.findLast((row) => row.kind === 'reply')
  return reply?.kind === 'reply' ? reply.usage.input : null
}
