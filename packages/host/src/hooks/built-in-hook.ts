import { asJson, checkParams, type HookDefinition, isJsonObject } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { z } from 'zod'
import { BUILT_IN, TOGETHER } from './builtin'
import type { BuiltInWorld } from './builtin/world'
import type { CheckedParams } from './files/hook-files'
import type { LibraryHook } from './library'

/** A built-in hook's code is the app's: there is no file to hash. Rises when one of them comes to say something else. */
export const BUILT_IN_VERSION = 'built-in-3'
/** Attachments whose hook keeps something in mind. Beyond it the oldest begins anew. */
const MOST_INSTANCES = 1_000

/** The hooks that come with the app. They run in process: none of them may loop, wait or throw by what it is given. */
export class BuiltInHooks {
  private readonly instances = new Map<string, HookDefinition>()

  constructor(private readonly world: BuiltInWorld) {}

  has(slug: string): boolean {
    return BUILT_IN.has(slug)
  }

  /** One of its own, that remembers nothing; null where there is no such hook. */
  define(slug: string): HookDefinition | null {
    return BUILT_IN.get(slug)?.(this.world) ?? null
  }

  async list(): Promise<readonly LibraryHook[]> {
    const hooks = await Promise.all([...BUILT_IN.keys()].map((slug) => this.find(slug)))
    return hooks.filter((hook) => hook !== null)
  }

  async find(slug: string): Promise<LibraryHook | null> {
    const definition = this.define(slug)
    if (definition === null) return null
    const { name, description, points, timeoutMs, onFailure, recheck, observe, params } = definition
    const shape = { slug, name, description, points, timeoutMs, onFailure, recheck, observe }
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
    const definition = this.instances.get(key) ?? this.define(slug)
    if (definition === null) return null
    this.instances.delete(key)
    this.instances.set(key, definition)
    const oldest = this.instances.keys().next()
    if (this.instances.size > MOST_INSTANCES && !oldest.done) this.instances.delete(oldest.value)
    return definition
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
