/** What a hook may return at each point, as types: a verdict at the wrong point does not compile. */
import type { Decision, Json, JsonObject, PointId } from '@belay/trace'
import type { DecisionAt } from './decisions'
import type { PointEvents } from './events'
import type { RequestMessage, RequestTool } from './request-types'
import type { Said } from './said'

/** A call with what is to change; what is left out stays, and so do id and `within`. */
export interface CallChange {
  readonly id?: string
  readonly within?: string | undefined
  readonly name?: string
  readonly args?: JsonObject
}

/** Each key replaces that key of the request; with `messages` it is the whole request. */
export interface RequestPatch {
  readonly model?: string
  readonly system?: string
  readonly messages?: readonly RequestMessage[]
  readonly tools?: readonly RequestTool[]
  readonly toolChoice?: 'auto' | 'none' | 'required'
  readonly responseMode?: Json
  readonly generation?: JsonObject
}

/** A name changes the model alone. */
export type ModelChoice = string | { readonly model: string; readonly provider: string }

interface Rewritten {
  readonly 'guard.onInput': string
  readonly 'memory.summarize': string
  readonly 'context.build': RequestPatch
  readonly 'model.choose': ModelChoice
  readonly 'tools.before': CallChange
  readonly 'tools.after': string
  readonly 'guard.onOutput': string
}

/** Plain values that need no constructor. */
interface Plain extends Rewritten {
  readonly 'stop.done': string | null
  readonly 'agent.stop': string | null
}

type ValueOf<P extends PointId, D extends Decision> = D extends 'rewrite'
  ? P extends keyof Rewritten
    ? Rewritten[P]
    : never
  : unknown

type SaidAt<P extends PointId, D extends Decision> = D extends Decision ? Said<D, ValueOf<P, D>> : never

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing defers.
type Nothing = void | undefined

/** What a hook may return at `P`; nothing at all is a deferral. */
export type AnswerAt<P extends PointId> = P extends PointId
  ? Nothing | Said<'pass', null> | SaidAt<P, DecisionAt<P>> | (P extends keyof Plain ? Plain[P] : never)
  : never

/** Points that hand nothing over have an event without keys. */
export type EventAt<P extends PointId> = string extends keyof PointEvents[P] ? unknown : PointEvents[P]

/** What `run` gets: the point and its event in one, told apart by `point`. */
export type InputAt<P extends PointId> = P extends PointId ? { readonly point: P } & EventAt<P> : never

/** What a function of `on` gets as its second argument. */
export interface SubjectAt {
  readonly 'session.start': PointEvents['session.start']['source']
  readonly 'guard.onInput': string
  readonly 'memory.keep': unknown
  readonly 'memory.summarize': string
  readonly 'context.build': unknown
  readonly 'model.choose': unknown
  readonly 'errors.on': string
  readonly 'stop.done': PointEvents['stop.done']['reply']
  readonly 'tools.before': PointEvents['tools.before']['call']
  readonly 'tools.after': PointEvents['tools.after']['result']
  readonly 'guard.onOutput': string
  readonly 'agent.start': string
  readonly 'agent.stop': PointEvents['agent.stop']['reply']
  readonly 'session.end': string
}
