/**
 * How a hook is written: `defineHook({ … })` as the default export of a file. A mistake in the definition throws at once,
 * in a sentence, so that the loader can show it with its file and line.
 */
import { type FailurePolicy, hasHidden, isPointId, POINTS, type PointId, showHidden } from '@belay/trace'
import type { AnswerAt, EventAt, InputAt, SubjectAt } from './answer-types'
import type { Asking } from './hook'
import { compileMatcher } from './matcher'
import { nearest } from './nearest'
import type { ParamsOf, ParamsSchema } from './params'
import { POINT_RULES } from './points-table'
import { makeSnapshot, type Snapshot } from './snapshot'

/** A hook is ended after this long unless it says otherwise (`hooks.md` §6). */
const DEFAULT_TIMEOUT_MS = 30_000
const LONGEST_TIMEOUT_MS = 600_000
/** How a definition is known for one, also when it was made by another copy of this package. */
const KIND = 'belay.hook'

interface Described<S> {
  /** What the palette and the rail show. */
  readonly name: string
  /** One or two sentences for the palette: what it does, and to what. */
  readonly description: string
  /** What a person may set: `z.object({ … })`, or any schema that speaks Standard Schema. Checked values are `t.params`. */
  readonly params?: S
  /** Which tools it is asked about, at `tools.*`: names split at `|`, or a regular expression. */
  readonly matcher?: string
  /** Milliseconds, at most 600,000; 30,000 where it says nothing. */
  readonly timeoutMs?: number
  /** Ask once more with the final value when a later hook rewrote what this one passed. */
  readonly recheck?: boolean
  /** What a failure means, unless the person chooses otherwise; `open` where it says nothing. */
  readonly onFailure?: FailurePolicy
  /** Only listens: never waited for, decides nothing. */
  readonly observe?: boolean
}

type Later<T> = T | Promise<T>
/** As much of an asking as a hook's function gets; without `callbacks` what it asks of its session is refused. */
type Asked = Pick<Asking, 'point' | 'event' | 'facts'> & Partial<Pick<Asking, 'callbacks'>>

/** One function for all points at which the hook is asked. */
export interface RunSpec<P extends PointId, S> extends Described<S> {
  /** Where it is asked. */
  readonly points: readonly P[]
  readonly on?: never
  /** Answers. `input` holds `point` and what that point hands over. Nothing at all gives the point back. */
  run(t: Snapshot<ParamsOf<S>>, input: InputAt<P>): Later<AnswerAt<P>>
}

export type OnFunctions<S> = {
  readonly [P in PointId]?: (t: Snapshot<ParamsOf<S>>, subject: SubjectAt[P], event: EventAt<P>) => Later<AnswerAt<P>>
}

/** A function for each point. */
export interface OnSpec<S> extends Described<S> {
  readonly points?: never
  readonly run?: never
  /** By point: `t`, what the point is about, and all that it hands over. */
  readonly on: OnFunctions<S>
}

/** What `defineHook` gives, and a hook file exports as its default. */
export interface HookDefinition {
  readonly kind: typeof KIND
  readonly name: string
  readonly description: string
  readonly points: readonly PointId[]
  readonly params: ParamsSchema | null
  readonly matcher: string | null
  readonly timeoutMs: number
  readonly recheck: boolean
  readonly onFailure: FailurePolicy
  readonly observe: boolean
  /**
   * Calls the hook's function. `params` are as the schema gave them. May throw or reject, as the hook does.
   * @internal
   */
  answer(asking: Asked, params: unknown): unknown
}

/** Defines a hook with one function for all of its points: the default export of a hook file. */
export function defineHook<const P extends PointId, S extends ParamsSchema | undefined = undefined>(
  spec: RunSpec<P, S>,
): HookDefinition
/** Defines a hook with a function for each point: the default export of a hook file. */
export function defineHook<S extends ParamsSchema | undefined = undefined>(spec: OnSpec<S>): HookDefinition
export function defineHook(spec: LooseSpec): HookDefinition {
  refuseStrangers(spec)
  const { run, on } = spec
  if ((typeof run === 'function') === isRecord(on)) throw new TypeError('a hook has either points and run, or on')
  const points = readPoints(isRecord(on) ? Object.keys(on) : spec.points)
  const definition = {
    kind: KIND,
    name: readText('name', spec.name),
    description: readText('description', spec.description),
    points,
    params: readParams(spec.params),
    matcher: readMatcher(spec.matcher),
    timeoutMs: readTimeout(spec.timeoutMs),
    recheck: readFlag('recheck', spec.recheck),
    onFailure: readPolicy(spec.onFailure),
    observe: readFlag('observe', spec.observe),
  } as const
  return { ...definition, answer: isRecord(on) ? answerOn(on) : answerRun(run) }
}

export function isHookDefinition(value: unknown): value is HookDefinition {
  return isRecord(value) && value.kind === KIND && typeof value.answer === 'function'
}

/** A definition as JavaScript may hand it over, of which nothing is certain. */
type LooseSpec = Readonly<Partial<Record<keyof RunSpec<PointId, ParamsSchema>, unknown>>>

const KEYS: readonly (keyof RunSpec<PointId, ParamsSchema>)[] = [
  'name',
  'description',
  'points',
  'run',
  'on',
  'params',
  'matcher',
  'timeoutMs',
  'recheck',
  'onFailure',
  'observe',
]

/** A key that means nothing is a guard that does less than its author thinks. */
function refuseStrangers(spec: LooseSpec): void {
  const known: readonly string[] = KEYS
  const stranger = Object.keys(spec).find((key) => !known.includes(key))
  if (stranger === undefined) return
  const near = nearest(stranger, KEYS)
  const hint = near === null ? `a hook has ${KEYS.join(', ')}` : `did you mean ${near}?`
  throw new TypeError(`unknown key ${JSON.stringify(stranger)}; ${hint}`)
}

type Answering = HookDefinition['answer']

function answerRun(run: unknown): Answering {
  return (asking, params) => call(run, snapshotOf(asking, params), { point: asking.point, ...asking.event })
}

function answerOn(on: Readonly<Record<string, unknown>>): Answering {
  return (asking, params) => {
    const { point, event } = asking
    return call(on[point], snapshotOf(asking, params), subjectOf(point, event), event)
  }
}

/** The asking goes along as it is: its port is made when the hook asks for something. */
function snapshotOf(asking: Asked, params: unknown): Snapshot {
  return makeSnapshot(asking.facts, params, asking)
}

function subjectOf(point: PointId, event: Asking['event']): unknown {
  const key = POINT_RULES[point].handed
  return key === null ? event : Object.entries(event).find(([name]) => name === key)?.[1]
}

function call(run: unknown, ...args: readonly unknown[]): unknown {
  if (typeof run !== 'function') throw new TypeError('the hook has no function for this point')
  return run(...args)
}

function readPoints(points: unknown): readonly PointId[] {
  if (!Array.isArray(points) || points.length === 0) throw new TypeError('a hook names at least one point')
  return points.map((point: unknown) => {
    const name = String(point)
    if (isPointId(name)) return name
    const near = nearest(name, POINTS)
    const hint = near === null ? `the points are ${POINTS.join(', ')}` : `did you mean ${near}?`
    throw new TypeError(`unknown point ${JSON.stringify(name)}; ${hint}`)
  })
}

function readText(key: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`a hook needs a ${key}`)
  if (!hasHidden(value)) return value
  throw new TypeError(`its ${key} holds a character that nobody sees: ${showHidden(value)}`)
}

function readParams(params: unknown): ParamsSchema | null {
  if (params === undefined) return null
  if (isSchema(params)) return params
  throw new TypeError('params must be a schema that speaks Standard Schema, such as z.object({ … })')
}

function isSchema(value: unknown): value is ParamsSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return '~standard' in value && isRecord(value['~standard']) && typeof value['~standard'].validate === 'function'
}

function readMatcher(matcher: unknown): string | null {
  if (matcher === undefined) return null
  if (typeof matcher !== 'string') throw new TypeError('matcher must be text')
  const compiled = compileMatcher(matcher)
  if (!compiled.ok) throw new TypeError(compiled.message)
  return matcher
}

function readTimeout(timeoutMs: unknown): number {
  if (timeoutMs === undefined) return DEFAULT_TIMEOUT_MS
  if (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS) return timeoutMs
  throw new TypeError(`timeoutMs must be between 1 and ${LONGEST_TIMEOUT_MS}`)
}

function readFlag(key: string, flag: unknown): boolean {
  if (flag === undefined || typeof flag === 'boolean') return flag === true
  throw new TypeError(`${key} must be true or false`)
}

function readPolicy(policy: unknown): FailurePolicy {
  if (policy === undefined) return 'open'
  if (policy === 'open' || policy === 'closed' || policy === 'replay') return policy
  throw new TypeError('onFailure must be one of open, closed, replay')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
