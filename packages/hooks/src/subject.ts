/**
 * What a point is about, as far as hooks may rewrite it: a text, a call, a request patch or a model.
 * Promises: `into` never changes the event that it is given; `merge` builds one rewrite on what the hook saw.
 */
import type { Json, JsonObject, PointId } from '@belay/trace'
import { isJsonObject } from './as-json'
import type { HookCall, HookFacts, PointEvents } from './events'

export type SubjectKind = 'text' | 'call' | 'request' | 'model'

export interface Subject<P extends PointId> {
  readonly kind: SubjectKind
  /** What hooks rewrite, in a word. */
  readonly name: string
  /** Null where there is nothing yet: no patch, no other model. */
  of(event: PointEvents[P]): Json
  into(event: PointEvents[P], subject: Json): PointEvents[P]
  /** The facts as a later hook is to see them. */
  facts(facts: HookFacts, subject: Json): HookFacts
}

const sameFacts = (facts: HookFacts): HookFacts => facts

export const message: Subject<'guard.onInput'> = {
  kind: 'text',
  name: 'msg',
  of: (event) => event.msg,
  into: (event, subject) => ({ ...event, msg: text(subject, event.msg) }),
  facts: (facts, subject) => ({ ...facts, incoming: text(subject, facts.incoming) }),
}

export const summaryPrompt: Subject<'memory.summarize'> = {
  kind: 'text',
  name: 'prompt',
  of: (event) => event.prompt,
  into: (event, subject) => ({ ...event, prompt: text(subject, event.prompt) }),
  facts: sameFacts,
}

export const resultContent: Subject<'tools.after'> = {
  kind: 'text',
  name: 'result content',
  of: (event) => event.result.content,
  into: (event, subject) => ({ ...event, result: { ...event.result, content: text(subject, event.result.content) } }),
  facts: sameFacts,
}

export const finalAnswer: Subject<'guard.onOutput'> = {
  kind: 'text',
  name: 'ans',
  of: (event) => event.ans,
  into: (event, subject) => ({ ...event, ans: text(subject, event.ans) }),
  facts: sameFacts,
}

export const toolCall: Subject<'tools.before'> = {
  kind: 'call',
  name: 'call',
  of: (event) => ({ name: event.call.name, args: event.call.args }),
  into: (event, subject) => ({ ...event, call: callWith(event.call, subject) }),
  facts: sameFacts,
}

export const requestPatch: Subject<'context.build'> = {
  kind: 'request',
  name: 'request patch',
  of: () => null,
  into: (event) => event,
  facts: (facts, subject) =>
    isJsonObject(subject)
      ? { ...facts, system: text(subject.system, facts.system), model: text(subject.model, facts.model) }
      : facts,
}

export const chosenModel: Subject<'model.choose'> = {
  kind: 'model',
  name: 'model',
  of: () => null,
  into: (event) => event,
  facts: (facts, subject) => {
    if (!isJsonObject(subject)) return { ...facts, model: text(subject, facts.model) }
    return { ...facts, model: text(subject.model, facts.model), provider: text(subject.provider, facts.provider) }
  },
}

/** The subject once `rewrite` was taken in by a hook that saw `seen`. */
export function mergeRewrite(kind: SubjectKind, seen: Json, rewrite: Json): Json {
  switch (kind) {
    case 'text':
      return rewrite
    case 'call':
      return isJsonObject(seen) && isJsonObject(rewrite) ? { ...seen, ...rewrite } : rewrite
    case 'request':
      return mergePatch(seen, rewrite)
    case 'model':
      return mergeModel(seen, rewrite)
  }
}

/** Each key replaces that key; what holds `messages` is a whole request and replaces everything. */
function mergePatch(seen: Json, patch: Json): Json {
  if (!isJsonObject(seen) || !isJsonObject(patch) || patch.messages !== undefined) return patch
  return { ...seen, ...patch }
}

/** A bare name changes the model alone: a provider that was chosen before stays. */
function mergeModel(seen: Json, choice: Json): Json {
  return typeof choice === 'string' && isJsonObject(seen) ? { ...seen, model: choice } : choice
}

function callWith(call: HookCall, subject: Json): HookCall {
  if (!isJsonObject(subject)) return call
  const args: JsonObject = isJsonObject(subject.args) ? subject.args : call.args
  return { ...call, name: text(subject.name, call.name), args }
}

function text(value: Json | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
