/** `belay trace`: what the hooks of a session did, point by point, or the chain of one call. */
import type { FoundCall, Operations } from '@belay/api'
import type { SessionId, SpanId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { usage } from '../failure'
import { readCount } from '../input/numbers'
import { cut, oneLine } from '../print/text'
import { printTrace } from '../print/trace'
import { whyText } from '../print/why'
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
    .option(
      '--why <call>',
      'why a call came out as it did: its id, the beginning of one, or 3 for the third of the turn',
    )
    .action((session: string | undefined, options: TraceOptions, self: Command) =>
      start(self, (context) => trace(context, session, options)),
    )
}

async function trace(context: Context, named: string | undefined, { turn, why }: TraceOptions): Promise<undefined> {
  const operations = await context.existing()
  const session = named === undefined ? await latest(operations) : (named as SessionId)
  if (why !== undefined) return traceCall(context, session, { why, turn })
  const lines = await operations.trace(session, turn ?? null)
  if (context.json) return void context.out.json({ session, turn: turn ?? null, lines })
  const { hooks } = await operations.composition(session)
  printTrace(context.out, { session, turn: turn ?? null, lines, attached: hooks })
}

async function latest(operations: Operations): Promise<SessionId> {
  const sessions = await operations.sessions()
  const [first, ...others] = sessions
  if (first === undefined) throw usage('there is no session yet; belay run "…" makes one')
  return others.reduce((newest, one) => (one.updatedAt > newest.updatedAt ? one : newest), first).id
}

interface Asked {
  /** The call: its id, its span's, the beginning of one, or its place in the turn. */
  readonly why: string
  readonly turn: number | undefined
}

async function traceCall(context: Context, session: SessionId, asked: Asked): Promise<undefined> {
  const { out, json } = context
  const operations = await context.existing()
  const why = await operations.whySpan(session, await findSpan(operations, session, asked))
  if (json) out.json(why)
  else for (const line of whyText(why, out.colours)) out.painted(line)
}

/** A span that is no call (a step, a hook's own) will do, named by its whole id. */
async function findSpan(operations: Operations, session: SessionId, { why, turn }: Asked): Promise<SpanId> {
  const found = await operations.findCalls(session, why, turn ?? null)
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only.span
  if (only !== undefined) throw usage(`${found.length} calls begin with ${why}: ${found.map(callWords).join(', ')}`)
  if (why.startsWith(SPAN)) return why as SpanId
  throw usage(await notFound(operations, session, { why, turn }))
}

const SPAN = 'spn_'
const MOST_CALLS = 8

async function notFound(operations: Operations, session: SessionId, { why, turn }: Asked): Promise<string> {
  const calls = await operations.findCalls(session, '', turn ?? null)
  const where = turn === undefined ? `session ${session}` : `turn ${turn} of session ${session}`
  if (calls.length === 0) return `${where} has no calls at all`
  return `${where} has no call ${why}; its last ones are ${calls.slice(0, MOST_CALLS).map(callWords).join(', ')}`
}

function callWords({ call, name, subject }: FoundCall): string {
  return `${call} (${cut(oneLine(`${name} ${subject}`.trim()), MOST_SUBJECT)})`
}

const MOST_SUBJECT = 40
