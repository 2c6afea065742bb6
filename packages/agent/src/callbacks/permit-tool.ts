/** May a hook make this call? The table of `permissions.ts`, with the person asked as for any call, and who asks in the text. */
import type { CallbackAsker, Hook } from '@belay/hooks'
import type { CallId, Json, JsonObject, SpanId } from '@belay/trace'
import { ABORTED, untilAbort } from '../abort'
import { judge, type Permission } from '../permissions'
import { putQuestion } from '../question'
import type { Stage } from '../stage'
import type { Need, Tool } from '../tool'

export interface HookCallAsked {
  readonly asker: CallbackAsker
  readonly tool: Tool
  readonly args: JsonObject
  readonly span: SpanId
  readonly call: CallId
  readonly until: AbortSignal
}

export type ToolPermission =
  | { readonly ok: true; readonly args: JsonObject }
  /** A part of a sentence. */
  | { readonly ok: false; readonly why: string }

export async function permitTool(stage: Stage, asked: HookCallAsked): Promise<ToolPermission> {
  const { args, until } = asked
  const need = await needOf(asked, stage.setup.workspace)
  if (typeof need === 'string') return { ok: false, why: need }
  const { permission: mode, headless } = stage.setup
  const granted = need.access === 'ask' && stage.ports.grants.has(need.kind)
  // Between turns nobody is there to be asked.
  const alone = headless || stage.id === null
  const verdict = judge({ need, hooks: { say: 'pass' }, mode, headless: alone, granted })
  if (until.aborted) return { ok: false, why: 'nobody waits for it any more' }
  switch (verdict.say) {
    case 'run':
      return { ok: true, args }
    case 'refuse':
      return { ok: false, why: verdict.reason }
    case 'ask':
      return question(stage, asked, verdict)
  }
}

async function needOf({ asker, tool, args, until }: HookCallAsked, workspace: string): Promise<Need | string> {
  try {
    const need = await untilAbort(Promise.resolve(tool.need(args, workspace)), until)
    if (need === ABORTED) return 'nobody waits for it any more'
    return isOwnCommand(asker.hook, tool, args) && (need.access === 'free' || !need.outside) ? { access: 'free' } : need
  } catch (error) {
    return `what this call would touch can't be found out (${String(error)})`
  }
}

/** The person wrote this very command down when they attached the hook. Variables beside it would make it another one. */
export function isOwnCommand(
  { attached }: Pick<Hook, 'attached'>,
  tool: Pick<Tool, 'name'>,
  args: JsonObject,
): boolean {
  if (tool.name !== 'run' || attached === undefined || args.env !== undefined) return false
  const { command } = args
  return typeof command === 'string' && command.trim() !== '' && holds(attached.params, command.trim())
}

function holds(value: Json, command: string): boolean {
  if (typeof value === 'string') return value.trim() === command
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) ? value : Object.values(value)).some((item: Json) => holds(item, command))
}

type Asked = Extract<Permission, { say: 'ask' }>

async function question(stage: Stage, asked: HookCallAsked, { text, kind }: Asked): Promise<ToolPermission> {
  const { asker, tool, args, span, call, until } = asked
  if (stage.id === null) return { ok: false, why: 'no turn runs in which a person could be asked' }
  const { name } = asker.hook
  // A person takes longer to answer than a hook may take.
  const goOn = asker.hold()
  const answer = await putQuestion(
    stage,
    {
      ...{ turn: stage.id, span, hook: name, kind, behind: [] },
      call: { id: call, name: tool.name, args },
      text: `${name}, a hook at ${asker.point}, asks for this itself. ${text}`,
    },
    until,
  ).finally(goOn)
  switch (answer.say) {
    case 'deny':
      return { ok: false, why: `denied by the person${answer.reason === null ? '' : `: ${answer.reason}`}` }
    case 'closed':
      return { ok: false, why: answer.reason }
    case 'allow': {
      if (answer.scope === 'session' && kind !== null) stage.ports.grants.add(kind)
      if (answer.args === null) return { ok: true, args }
      const edited = tool.parse(answer.args)
      return edited.ok
        ? { ok: true, args: edited.args }
        : { ok: false, why: `the person allowed it with arguments that do not fit: ${edited.message}` }
    }
  }
}
