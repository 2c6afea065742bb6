/**
 * The calls of one step, in the order in which the model asked for them. Adjacent calls of read-only tools form a batch:
 * hooks and permission in order, then side by side. Any other call goes alone, so that its hooks see what earlier calls
 * did. Results are committed in the order of the calls, and every call gets one.
 */
import type { CallRecord } from '@belay/trace'
import { findTool, notRun, openCall, type Prepared, type StepCall, whyNotStarted } from './call'
import { commitResult, endCall } from './call-end'
import { prepareCall } from './call-prepare'
import { runTool } from './call-run'
import type { Turn } from './turn'

export function runCalls(turn: Turn, records: readonly CallRecord[]): Promise<void> {
  return runCallsFrom(turn, records, 0)
}

/** Goes on at a call that a person was asked about in a process that is gone. */
export async function runRemaining(turn: Turn, records: readonly CallRecord[], first: Prepared): Promise<void> {
  await runBatch(turn, [first])
  await runCallsFrom(turn, records, first.call.order)
}

async function runCallsFrom(turn: Turn, records: readonly CallRecord[], from: number): Promise<void> {
  let batch: readonly Prepared[] = []
  const flush = async () => {
    const ready = batch
    batch = []
    await runBatch(turn, ready)
  }
  for (const [index, record] of [...records.entries()].slice(from)) {
    const asksAlone = !isReadOnly(turn, record.name)
    if (asksAlone) await flush()
    const prepared = await prepareOrDrop(turn, openCall(turn, record, { records, index }), flush)
    const runsAlone = asksAlone || (prepared.go === 'run' && !prepared.tool.readOnly)
    if (runsAlone) await flush()
    batch = [...batch, prepared]
    if (runsAlone) await flush()
  }
  await flush()
}

async function prepareOrDrop(turn: Turn, call: StepCall, flush: () => Promise<void>): Promise<Prepared> {
  const over = whyNotStarted(turn)
  if (over === null) return prepareCall(turn, call, flush)
  return { go: 'settled', call, settled: notRun(turn, call, over) }
}

/** Started side by side; ended, and so heard of by hooks, in order. */
async function runBatch(turn: Turn, batch: readonly Prepared[]): Promise<void> {
  const running = batch.map((prepared) => ({ call: prepared.call, settled: settle(turn, prepared) }))
  for (const { call, settled } of running) await endCall(turn, call, await settled)
}

async function settle(turn: Turn, prepared: Prepared) {
  if (prepared.go === 'settled') return prepared.settled
  const over = whyNotStarted(turn)
  return over === null ? runTool(turn, prepared) : notRun(turn, prepared.call, over)
}

function isReadOnly(turn: Turn, name: string): boolean {
  return findTool(turn, name)?.readOnly === true
}

/** Calls that are given up with one sentence each; `tools.after` hears of them. */
export async function dropCalls(turn: Turn, records: readonly CallRecord[], content: string): Promise<void> {
  for (const [index, record] of records.entries()) {
    const call = openCall(turn, record, { records, index })
    await endCall(turn, call, notRun(turn, call, { content, status: 'not_run' }))
  }
}

/** Calls of a reply that broke off or ended at the output limit: on the record, and asked of no hook. */
export function recordTruncatedCalls(turn: Turn, records: readonly CallRecord[], content: string): void {
  for (const [index, record] of records.entries()) {
    const call = openCall(turn, record, { records, index })
    if (record.complete) commitResult(turn, call, notRun(turn, call, { content, status: 'not_run' }))
    else turn.spans.end(call.span, 'not_run')
  }
}
