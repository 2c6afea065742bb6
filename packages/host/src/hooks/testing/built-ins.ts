/** Built-in hooks as a session has them: through the library and the pipeline. */
import { askPoint, type CallbackSource, type HookFacts, type PointEvents } from '@belay/hooks'
import {
  type Attachment,
  attachmentId,
  callId,
  type JsonObject,
  type Outcome,
  type PointId,
  type Verdict,
} from '@belay/trace'
import type { BuiltInWorld } from '../builtin/world'
import { createHookLibrary } from '../create-hook-library'
import { FACTS, realClock } from './world'

export interface Asked<P extends PointId> {
  readonly point: P
  readonly event: PointEvents[P]
  readonly facts?: Partial<HookFacts>
  /** The attachment: another one remembers nothing of the first. */
  readonly id?: string
  readonly signal?: AbortSignal
  /** What it may ask of its session; nothing where there is none. */
  readonly callbacks?: CallbackSource
  /** Hears of verdicts also when nobody waits for them. */
  readonly hear?: (verdict: Verdict) => void
}

export interface BuiltIns {
  /** Throws where the hook is not there or its parameters do not fit. */
  ask<P extends PointId>(hook: string, params: JsonObject, asked: Asked<P>): Promise<Outcome>
  /** Why parameters do not fit, or null. */
  problem(hook: string, params: JsonObject): Promise<string | null>
  close(): Promise<void>
}

export interface BuiltInsOptions {
  readonly home?: string
  readonly world?: Partial<Omit<BuiltInWorld, 'home' | 'clock'>>
  readonly hasSpoken?: (session: string, attachment: string) => boolean
  /** A given time in place of the real one. */
  readonly now?: () => number
}

export function builtIns(options: BuiltInsOptions = {}): BuiltIns {
  const { home = '/nowhere', world = {}, now = realClock.now, ...more } = options
  const library = createHookLibrary({ home, clock: { ...realClock, now }, world, ...more })
  return {
    async ask(hook, params, { point, event, facts, id = 'att_1', signal, callbacks, hear }) {
      const found = await library.find(hook)
      if (found === null) throw new Error(`no hook ${hook}`)
      const { points, onFailure } = found
      const hooks = await library.load([{ ...attachment(hook, params, id), points, onFailure }])
      const message = hooks[0]?.unavailable?.message
      if (message !== undefined) throw new Error(message)
      return askPoint({
        ...{ point, event, hooks, facts: { ...FACTS, ...facts }, clock: realClock, lastAnswers: null },
        signal: signal ?? new AbortController().signal,
        ...(callbacks === undefined ? {} : { callbacks }),
        sink: { asked: () => null, verdict: ({ verdict }) => hear?.(verdict) },
        policy: { rewrites: 'first', stopAtFirstBlock: false },
      })
    },
    async problem(hook, params) {
      const found = await library.find(hook)
      if (found === null) throw new Error(`no hook ${hook}`)
      const checked = await library.checkParams(found, params)
      return checked.ok ? null : checked.message
    },
    close: () => library.close(),
  }
}

function attachment(hook: string, params: JsonObject, id: string): Attachment {
  return {
    id: attachmentId(id),
    ...{ hook, name: hook, params, source: 'library', mode: 'enforce', onFailure: 'open', version: null, error: null },
    points: [],
  }
}

export function before(name: string, args: JsonObject, id = 'c1'): Asked<'tools.before'> {
  return { point: 'tools.before', event: { call: { id: callId(id), name, args } } }
}

export const run = (command: string, more: JsonObject = {}) => before('run', { command, ...more })

interface Result {
  readonly content: string
  readonly isError?: boolean
  readonly args?: JsonObject
  readonly id?: string
  readonly startedMs?: number
}

export function after(name: string, result: Result): Asked<'tools.after'> {
  const { content, isError = false, args = {}, startedMs = 0 } = result
  const id = callId(result.id ?? 'c1')
  const call = { id, name, args }
  return {
    point: 'tools.after',
    event: { call, result: { id, name, content, isError }, startedMs, finishedMs: startedMs + 1 },
  }
}
