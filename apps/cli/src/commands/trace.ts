/** `belay trace`: what the hooks of a session did, point by point, or the chain of one call. */
import type { Operations } from '@belay/api'
import type { SessionId, SessionState, SpanDetail, SpanId } from '@belay/trace'
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
  if (why !== undefined) return traceCall(context, session, why)
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

async function traceCall(context: Context, session: SessionId, named: string): Promise<undefined> {
  const { out, json } = context
  const operations = await context.existing()
  const { foldAll } = await import('@belay/api')
  const state = foldAll(await readLog(operations, session))
  const span = callSpan(state, named)
  if (span === null) throw usage(`session ${session} has no call ${named}${knownCalls(state)}`)
  const details = new Map<SpanId, SpanDetail>()
  for (const id of hookSpans(state, span.id)) details.set(id, await operations.spanDetail(session, id))
  const chain = chainOf(state, span, details)
  if (json) out.json(chain)
  else printChain(out, chain)
}

function knownCalls(state: SessionState): string {
  const calls = lastCalls(state, 8)
  return calls.length === 0 ? '; it has no calls at all' : `; its last ones are ${calls.join(', ')}`
}
