/** Permission for one effective call: the judgement, the question where one is due, and what the answer does. */

import { isJsonObject } from '@belay/hooks'
import type { Answer, JsonObject, Outcome } from '@belay/trace'
import { ABORTED, untilAbort } from './abort'
import { ask } from './asking'
import { notRun, type Prepared, type StepCall, whyNotStarted } from './call'
import { checkArgs, type Effective } from './call-check'
import { type Judged, judge, type Permission } from './permissions'
import { putQuestion } from './question'
import type { Need, Tool } from './tool'
import type { Turn } from './turn'

/** A call, and what it is once its hooks were heard. */
export interface Answering {
  readonly call: StepCall
  readonly effective: Effective
}

export interface Permitting extends Answering {
  readonly said: Outcome | null
  readonly beforeQuestion: () => Promise<void>
  /** The hooks that are asked before a question were asked. */
  readonly second?: true
}

export async function permit(turn: Turn, permitting: Permitting): Promise<Prepared> {
  const { effective, said } = permitting
  const need = await needOf(turn, effective.tool, effective.args)
  if (typeof need === 'string') return refuse(turn, permitting, need)
  const granted = need.access === 'ask' && turn.ports.grants.has(need.kind)
  const { permission, headless } = turn.setup
  const judged = { need, hooks: hooksWord(said), mode: permission, granted }
  // Also where nobody is there to answer: a hook may.
  const isQuestion = turn.permissionPass && judge({ ...judged, headless: false }).say === 'ask'
  if (isQuestion && permitting.second === undefined) {
    const decided = await secondPass(turn, permitting)
    if (decided !== null) return decided
  }
  return carryOut(turn, permitting, judge({ ...judged, headless }))
}

/** `PermissionRequest`: null where nobody decided, and the question is put. */
async function secondPass(turn: Turn, permitting: Permitting): Promise<Prepared | null> {
  const { call, effective } = permitting
  const asked = { id: call.record.id, name: effective.tool.name, args: effective.args }
  const { span: about, order } = call
  const second = await ask(turn, { point: 'tools.before', event: { call: asked }, about, order, pass: 'permission' })
  const over = whyNotStarted(turn)
  if (over !== null) return { go: 'settled', call, settled: notRun(turn, call, over) }
  if (second === null) return null
  const by = second.by ?? 'a hook'
  if (second.decision === 'block')
    return refuse(turn, permitting, `refused by ${by}: ${second.reason ?? 'no reason given'}`)
  const rewritten = isJsonObject(second.value) && isJsonObject(second.value.args) ? second.value.args : null
  const checked = rewritten === null ? { ok: true as const, ...effective } : checkArgs(effective.tool, rewritten)
  if (!checked.ok) return refuse(turn, permitting, `${by} rewrote this call. ${checked.content}`)
  if (rewritten !== null) turn.ports.log.keep(call.span, { after: { name: checked.tool.name, args: checked.args } })
  const allowed = second.decision === 'allow'
  if (!allowed && rewritten === null) return null
  // What it allowed is judged as it will run: permissions go on refusing what they refuse.
  return permit(turn, { ...permitting, effective: checked, said: allowed ? second : permitting.said, second: true })
}

async function carryOut(turn: Turn, permitting: Permitting, verdict: Permission): Promise<Prepared> {
  const { call, effective } = permitting
  const { tool, args } = effective
  switch (verdict.say) {
    case 'run':
      return { go: 'run', call, tool, args }
    case 'refuse':
      return refuse(turn, permitting, `refused by permission: ${verdict.reason}`)
    case 'ask':
      return question(turn, permitting, verdict)
  }
}

/** A tool that can't say what a call would touch is not run. */
async function needOf(turn: Turn, tool: Tool, args: JsonObject): Promise<Need | string> {
  try {
    const need = await untilAbort(Promise.resolve(tool.need(args, turn.setup.workspace)), turn.working.signal)
    return need === ABORTED ? (whyNotStarted(turn)?.content ?? 'not run') : need
  } catch (error) {
    return `refused by permission: what this call would touch can't be found out (${String(error)})`
  }
}

function hooksWord(said: Outcome | null): Judged['hooks'] {
  if (said?.decision === 'allow') return { say: 'allow' }
  if (said?.decision !== 'ask') return { say: 'pass' }
  const carried = isJsonObject(said.carried) ? said.carried.question : said.carried
  const text = typeof carried === 'string' && carried !== '' ? carried : (said.reason ?? 'May this call run?')
  return { say: 'ask', hook: said.by ?? 'a hook', question: text }
}

type Asked = Extract<Permission, { say: 'ask' }>

async function question(turn: Turn, permitting: Permitting, asked: Asked): Promise<Prepared> {
  const { call, effective, beforeQuestion } = permitting
  await beforeQuestion()
  const over = whyNotStarted(turn)
  if (over !== null) return { go: 'settled', call, settled: notRun(turn, call, over) }
  const { hook, text, kind } = asked
  const shown = { id: call.record.id, name: effective.tool.name, args: effective.args }
  const signal = turn.working.signal
  const answer = await putQuestion(
    turn,
    { turn: turn.id, span: call.span, call: shown, hook, text, kind, behind: call.behind },
    signal,
  )
  return actOnAnswer(turn, permitting, { answer, kind })
}

interface Answered {
  readonly answer: Answer
  readonly kind: string | null
}

export function actOnAnswer(turn: Turn, permitting: Answering, { answer, kind }: Answered): Prepared {
  const { call, effective } = permitting
  switch (answer.say) {
    case 'deny':
      return refuse(turn, permitting, `denied by the person${answer.reason === null ? '' : `: ${answer.reason}`}`)
    case 'closed':
      return refuse(turn, permitting, whyNotStarted(turn)?.content ?? `not run: ${answer.reason}`)
    case 'allow': {
      if (answer.scope === 'session' && kind !== null) turn.ports.grants.add(kind)
      if (answer.args === null) return { go: 'run', call, tool: effective.tool, args: effective.args }
      return runEdited(turn, permitting, answer.args)
    }
  }
}

/** The person's own arguments: they must fit the schema, and run exactly so. */
function runEdited(turn: Turn, { call, effective }: Answering, args: JsonObject): Prepared {
  const checked = checkArgs(effective.tool, args)
  if (checked.ok) {
    turn.ports.log.keep(call.span, { after: { name: checked.tool.name, args: checked.args } })
    return { go: 'run', call, tool: checked.tool, args: checked.args }
  }
  const content = `The person allowed this call with other arguments, which do not fit. ${checked.content}`
  return { go: 'settled', call, settled: notRun(turn, call, { content, status: 'error' }) }
}

function refuse(turn: Turn, { call, effective }: Answering, content: string): Prepared {
  const { tool, args } = effective
  const status = whyNotStarted(turn)?.status ?? 'refused'
  return { go: 'settled', call, settled: notRun(turn, call, { content, status, name: tool.name, args }) }
}
