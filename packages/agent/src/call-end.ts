/** The end of every call, run or not: `tools.after`, its result committed, its span ended. Exactly once a call. */
import type { HookCall, HookResult } from '@belay/hooks'
import { ATTR } from '@belay/trace'
import { addContext, ask } from './asking'
import type { Settled, StepCall } from './call'
import { factAttributes } from './fact-attributes'
import { commit, type Turn } from './turn'

export async function endCall(turn: Turn, call: StepCall, settled: Settled): Promise<void> {
  const said = await ask(turn, {
    point: 'tools.after',
    event: {
      ...subjects(call, settled),
      startedMs: settled.startedMs,
      finishedMs: settled.finishedMs,
      ended: { status: settled.status, facts: settled.facts },
    },
    about: call.span,
    order: call.order,
  })
  if (said?.decision === 'block' && said.reason !== null) {
    addContext(turn, [{ text: said.reason, from: said.by }], call.order)
  }
  const content = typeof said?.value === 'string' ? said.value : settled.content
  commitResult(turn, call, { ...settled, content })
}

function subjects(call: StepCall, settled: Settled): { readonly call: HookCall; readonly result: HookResult } {
  const { id } = call.record
  const { name, args, content, isError } = settled
  return { call: { id, name, args }, result: { id, name, content, isError } }
}

export function commitResult(turn: Turn, call: StepCall, settled: Settled): void {
  const { content, isError, status, facts } = settled
  const { id, name } = call.record
  commit(turn, { kind: 'result', turn: turn.setup.turn, replaces: null, call: id, name, content, isError })
  turn.ports.log.keep(call.span, { result: content })
  turn.spans.end(call.span, status, { [ATTR.resultChars]: content.length, ...factAttributes(facts) })
}
