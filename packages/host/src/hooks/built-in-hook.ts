import { type Asking, asJson, checkParams, type HookDefinition, isJsonObject } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { z } from 'zod'
import type { ProgramEnd, ProgramRequest } from '../processes/run-program'
import { BUILT_IN, TOGETHER } from './builtin'
import type { BuiltInWorld } from './builtin/world'
import type { CheckedParams } from './files/loaded-file'
import type { LibraryHook } from './library'

/** A built-in hook's code is the app's: there is no file to hash. Rises when one of them comes to say something else. */
export const BUILT_IN_VERSION = 'built-in-4'
/** Attachments whose hook keeps something in mind. Beyond it the oldest begins anew. */
const MOST_INSTANCES = 1_000
/** Long for a line in a log and for a program that has to be killed, short for a person who wants to end the app. */
const FINISH_MS = 2_000

/** The hooks that come with the app. They run in process: none of them may loop, wait or throw by what it is given. */
export class BuiltInHooks {
  private readonly instances = new Map<string, HookDefinition>()
  /** What observers have not finished, and programs that have not ended: nobody waits for it but who ends the app. */
  private readonly pending = new Set<Promise<unknown>>()
  private readonly ending = new AbortController()
  private readonly world: BuiltInWorld

  /** `hasSpoken`: whether an attachment gave a session context, as far back as the record goes. */
  constructor(
    world: BuiltInWorld,
    private readonly hasSpoken: (session: string, attachment: string) => boolean,
  ) {
    this.world = { ...world, run: (request) => this.run(world, request) }
  }

  has(slug: string): boolean {
    return BUILT_IN.has(slug)
  }

  /** One of its own, that remembers nothing; null where there is no such hook. */
  define(slug: string, attachment: string | null = null): HookDefinition | null {
    const spokeIn = (session: string) => attachment !== null && this.hasSpoken(session, attachment)
    return BUILT_IN.get(slug)?.({ ...this.world, spokeIn }) ?? null
  }

  async list(): Promise<readonly LibraryHook[]> {
    const hooks = await Promise.all([...BUILT_IN.keys()].map((slug) => this.find(slug)))
    return hooks.filter((hook) => hook !== null)
  }

  async find(slug: string): Promise<LibraryHook | null> {
    const definition = this.define(slug)
    if (definition === null) return null
    const { name, description, points, matcher, timeoutMs, onFailure, recheck, observe, params } = definition
    const shape = { slug, name, description, points, matcher, timeoutMs, onFailure, recheck, observe }
    const defaults = await this.check(definition, {})
    return {
      ...shape,
      together: TOGETHER.has(slug),
      paramsSchema: params === null ? null : formOf(params),
      defaults: defaults.ok ? defaults.params : {},
      builtIn: true,
      file: null,
      version: BUILT_IN_VERSION,
      error: null,
    }
  }

  /** One for each attachment, the same one each time it is loaded: some remember whom they told. */
  instance(slug: string, attachment: string): HookDefinition | null {
    const key = `${attachment} ${slug}`
    const definition = this.instances.get(key) ?? this.define(slug, attachment)
    if (definition === null) return null
    this.instances.delete(key)
    this.instances.set(key, definition)
    const oldest = this.instances.keys().next()
    if (this.instances.size > MOST_INSTANCES && !oldest.done) this.instances.delete(oldest.value)
    return definition
  }

  /** Asks one. What an observer still does then is finished before the app ends. */
  ask(definition: HookDefinition, asking: Asking, params: JsonObject): unknown {
    const answer = definition.answer(asking, params)
    return definition.observe && answer instanceof Promise ? this.track(answer) : answer
  }

  /** Ends their programs. Resolves once those are gone and observers have finished, or have had their time. */
  async finish(): Promise<void> {
    this.ending.abort()
    if (this.pending.size === 0) return
    await new Promise<void>((resolve) => {
      const cancel = this.world.clock.after(FINISH_MS, resolve)
      Promise.allSettled(this.pending).then(() => {
        cancel()
        resolve()
      })
    })
  }

  private run(world: BuiltInWorld, request: ProgramRequest): Promise<ProgramEnd> {
    return this.track(world.run({ ...request, signal: AbortSignal.any([request.signal, this.ending.signal]) }))
  }

  private track<T>(work: Promise<T>): Promise<T> {
    const done = () => this.pending.delete(work)
    this.pending.add(work)
    work.then(done, done)
    return work
  }

  async check({ params: schema }: HookDefinition, params: JsonObject): Promise<CheckedParams> {
    const checked = await checkParams(schema, params)
    if (!checked.ok) return checked
    const json = asJson(checked.params)
    return { ok: true, params: isJsonObject(json) ? json : params }
  }
}

function formOf(params: unknown): JsonObject {
  const schema = params instanceof z.ZodType ? asJson(z.toJSONSchema(params, { io: 'input' })) : undefined
  return isJsonObject(schema) ? schema : { type: 'object' }
}
