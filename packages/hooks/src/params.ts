/** Parameters of a hook, by any schema that speaks Standard Schema (zod 4 does), so that nothing is depended on. */
import { issueWords } from './issue-words'

type Issue = {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
type Validated<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] }

/** https://standardschema.dev, as far as hooks need it. */
export interface ParamsSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

export type NoParams = Readonly<Record<string, never>>
export type ParamsOf<S> = S extends ParamsSchema<infer _Input, infer Output> ? Output : NoParams

export type CheckedParams =
  | { readonly ok: true; readonly params: unknown }
  | { readonly ok: false; readonly message: string }

/** Parameters with defaults filled in, or a sentence that names what does not fit. */
export async function checkParams(
  schema: ParamsSchema | null,
  params: Readonly<Record<string, unknown>>,
): Promise<CheckedParams> {
  if (schema === null) return checkNone(Object.keys(params))
  const result = await schema['~standard'].validate(params)
  if (result.issues === undefined) return { ok: true, params: result.value }
  return { ok: false, message: result.issues.map(sentence).join('; ') }
}

function checkNone(names: readonly string[]): CheckedParams {
  if (names.length === 0) return { ok: true, params: {} }
  return { ok: false, message: `this hook takes no parameters, and was given ${names.join(', ')}` }
}

function sentence({ message, path }: Issue): string {
  const keys = (path ?? []).map((key) => String(typeof key === 'object' ? key.key : key))
  const words = issueWords(message)
  if (words !== null) return `${keys.length === 0 ? 'the whole' : keys.join('.')} ${words}`
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`
}
