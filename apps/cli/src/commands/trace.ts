/** `belay trace`: what the hooks of a session did, point by point, or the chain of one call. */
import type { Operations } from '@belay/api'
import type { SessionId, SessionState, Span, SpanDetail, SpanId, TurnState } from '@belay/trace'
import type { Command } from 'commander'
import { callSpan, chainOf, hookSpans, lastCalls } from '../chain'
import type { Context } from '../context'
import { usage } from '../failure'
import { readCount } from '../input/numbers'
import { readLog } from '../log'
import { printChain } from '../print/chain'
import { printTrace } from '../print/trace'
import type { Start } from '../start'

interface TraceOptions {
  readonly turn?: number
  readonly why?: string
}

// Turns are counted from 1; no session has a million.
const LAST_TURN = 1_000_000

export function addTrace(program: Command, start: Start): void {
  program
    .command('trace')
    .description('what hooks were asked and what they said, in a session or one turn')
    .argument('[session]', 'the session; the latest by default')
    .option('--turn <number>', 'only this turn, counted from 1', readCount('--turn', 1, LAST_TURN))
    .option('--why <call>', 'the chain of one call, by its id: each hook, what it changed, what came out')
    .action((session: string | undefined, options: TraceOptions, self: Command) =>
      start(self, (context) => trace(context, session, options)),
    )
}

async function trace(context: Context, named: string | undefined, { turn, why }: TraceOptions): Promise<undefined> {
  const operations = await context.existing()
  const session = named === undefined ? await latest(operations) : (named as SessionId)
  if (why !== undefined) return traceCall(context, session, { why, turn })
  const lines = await operations.trace(session, turn ?? null)
  if (context.json) context.out.json({ session, turn: turn ?? null, lines })
  else printTrace(context.out, { session, turn: turn ?? null, lines })
}

async function latest(operations: Operations): Promise<SessionId> {
  const sessions = await operations.sessions()
  const [first, ...others] = sessions
  if (first === undefined) throw usage('there is no session yet; belay run "…" makes one')
  return others.reduce((newest, one) => (one.updatedAt > newest.updatedAt ? one : newest), first).id
}

interface Asked {
  /** The call, by its id or its span's. */
  readonly why: string
  readonly turn: number | undefined
}

async function traceCall(context: Context, session: SessionId, asked: Asked): Promise<undefined> {
  const { out, json } = context
  const operations = await context.existing()
  const { foldAll } = await import('@belay/api')
  const state = foldAll(await readLog(operations, session))
  const span = findCall(state, session, asked)
  const details = new Map<SpanId, SpanDetail>()
  for (const id of hookSpans(state, span.id)) details.set(id, await operations.spanDetail(session, id))
  const chain = chainOf(state, span, details)
  if (json) out.json(chain)
  else printChain(out, chain)
}

function findCall(state: SessionState, session: SessionId, { why, turn }: Asked): Span {
  const wanted = turn === undefined ? null : state.turns.find((one) => one.number === turn)
  if (wanted === undefined) throw usage(`session ${session} has no turn ${turn}`)
  const span = callSpan(state, why)
  if (span === null) throw usage(`session ${session} has no call ${why}${knownCalls(state, wanted)}`)
  if (wanted === null || span.turn === wanted.id) return span
  const own = span.turn === null ? undefined : state.turnById.get(span.turn)?.number
  throw usage(`call ${why} is not in turn ${turn}${own === undefined ? '' : ` but in turn ${own}`}`)
}

/** Of one turn, or of all where it is null. */
function knownCalls(state: SessionState, turn: TurnState | null): string {
  const calls = lastCalls(state, { turn: turn?.id ?? null, most: 8 })
  if (calls.length === 0) return `; ${turn === null ? 'it' : `turn ${turn.number}`} has no calls at all`
  return `; ${turn === null ? 'its' : `turn ${turn.number}'s`} last ones are ${calls.join(', ')}`
}
