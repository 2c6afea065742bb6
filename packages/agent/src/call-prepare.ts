/**
 * A call up to the moment when it may run: its arguments, `tools.before`, permission, and a question where one is due.
 * Permission is judged on the effective call, and what was allowed is exactly what runs.
 */
import { type HookCall, isJsonObject, sameJson } from '@belay/hooks'
import type { Json, Outcome } from '@belay/trace'
import { ask } from './asking'
import { findTool, notRun, type Prepared, type Settled, type StepCall, whyNotStarted } from './call'
import { type Checked, checkArgs, checkRecord, type Effective } from './call-check'
import { permit } from './call-permission'
import type { Turn } from './turn'

/** `beforeQuestion` lets the calls ahead of this one run before a person is asked. */
export async function prepareCall(turn: Turn, call: StepCall, beforeQuestion: () => Promise<void>): Promise<Prepared> {
  const asked = checkRecord(turn, call.record)
  if (!asked.ok) return settled(call, notRun(turn, call, { content: asked.content, status: 'error' }))
  const hookCall: HookCall = { id: call.record.id, name: asked.tool.name, args: asked.args }
  const said = await ask(turn, {
    point: 'tools.before',
    event: { call: hookCall },
    about: call.span,
    order: call.order,
  })
  const over = whyNotStarted(turn)
  if (over !== null) return settled(call, notRun(turn, call, over))
  if (said?.decision === 'block') return settled(call, refusedBy(turn, call, said))
  const effective = said === null ? asked : applyRewrite(turn, asked, said)
  if (!effective.ok) return settled(call, notRun(turn, call, { content: effective.content, status: 'error' }))
  tellRewrite(turn, call, effective)
  if (said?.decision === 'answer') return settled(call, answered(turn, call, { said, effective }))
  return permit(turn, { call, effective, said, beforeQuestion })
}

/** The subject as the hooks left it: a name that the session has, arguments that fit its schema. */
function applyRewrite(turn: Turn, asked: Effective, said: Outcome): Checked {
  const value = said.value
  if (!isJsonObject(value)) return { ok: true, ...asked }
  const name = typeof value.name === 'string' ? value.name : asked.tool.name
  const args = isJsonObject(value.args) ? value.args : asked.args
  const tool = findTool(turn, name)
  const by = said.by ?? 'a hook'
  if (tool === null)
    return {
      ok: false,
      content: `${by} rewrote this call to the tool ${name}, which is not there: not run`,
      mistake: null,
    }
  const checked = checkArgs(tool, args)
  return checked.ok ? checked : { ...checked, content: `${by} rewrote this call. ${checked.content}` }
}

function tellRewrite(turn: Turn, call: StepCall, { tool, args }: Effective): void {
  const { record } = call
  if (tool.name === record.name && sameJson(args, record.args ?? undefined)) return
  turn.ports.log.keep(call.span, { after: { name: tool.name, args } })
}

function refusedBy(turn: Turn, call: StepCall, said: Outcome) {
  const by = said.by ?? 'a hook'
  return notRun(turn, call, { content: `refused by ${by}: ${said.reason ?? 'no reason given'}`, status: 'refused' })
}

interface Answered {
  readonly said: Outcome
  readonly effective: Effective
}

function answered(turn: Turn, call: StepCall, { said, effective }: Answered) {
  const { tool, args } = effective
  const content = textOf(said.carried)
  return notRun(turn, call, { content, status: 'ok', isError: false, name: tool.name, args })
}

function textOf(content: Json): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

function settled(call: StepCall, how: Settled): Prepared {
  return { go: 'settled', call, settled: how }
}
