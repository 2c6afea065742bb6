/**
 * A set of hooks as the text of a file, for another machine. Promises: what is written can be read here; a file that is no set
 * is refused with the place of the first mistake; secrets in parameters do not leave.
 */
import { basename, dirname, extname, isAbsolute } from 'node:path'
import { kindOf } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { z } from 'zod'
import type { HookSet } from '../contract/composing'
import { type Mask, maskJson } from '../log/mask'
import { type HookSpec, OperationError } from '../operations'
import { readJson } from '../past/read-json'
import { misfitOf } from '../router/misfit'
import * as shape from '../router/shapes'

/** As many as a new session takes. */
export const MOST_HOOKS = 100
const MOST_NAME = 60
/** Some lines in the picker. */
const MOST_DESCRIPTION = 1_000
/** As long as a prompt may be. */
const MOST_TEXT = 1_048_576
/** Nothing that people write is nested so deep; what is can break the reading of it. */
const MOST_DEPTH = 64

/** A hook in a set: by slug, or by the absolute path of its file. Its place is its place in the list. */
export const setHook = z.strictObject({
  hook: z
    .string()
    .min(1)
    .max(4096)
    .refine((hook) => isAbsolute(hook) || !/[/\\]/.test(hook), 'a hook is named by its slug or by an absolute path'),
  params: shape.params.optional(),
  mode: shape.mode.optional(),
  onFailure: shape.onFailure.optional(),
  points: z.array(shape.point).min(1).readonly().optional(),
})

export const setHooks = z.array(setHook).min(1).max(MOST_HOOKS).readonly()

const setFile = z.strictObject({
  belay: z.literal('hook-set'),
  version: z.literal(1),
  name: z.string(),
  description: z.string().max(MOST_DESCRIPTION).default(''),
  hooks: setHooks,
})

export type NamedHooks = Pick<HookSet, 'name' | 'description' | 'hooks'>

export function readSetFile(text: string): NamedHooks {
  if (text.length > MOST_TEXT) throw refused('it is larger than 1 MiB')
  const json = readJson(text)
  if (!json.ok) throw refused(`it is not JSON: line ${json.line}, column ${json.column}: ${json.reason}`)
  if (depthOf(text) > MOST_DEPTH) throw refused(`it is nested deeper than ${MOST_DEPTH} levels`)
  if (!isObject(json.value)) throw noObject(json.value)
  refuseOtherFile(json.value)
  const read = setFile.safeParse(json.value)
  if (!read.success) throw refused(misfitOf(read.error))
  const { name, description, hooks } = read.data
  return { name: checkSetName(name), description, hooks }
}

function refused(why: string): OperationError {
  return new OperationError('bad_input', `This is no set of hooks: ${why}.`)
}

/** What it is comes before what is wrong in it. */
function refuseOtherFile({ belay, version }: JsonObject): void {
  if (belay !== 'hook-set')
    throw refused('it does not say `"belay": "hook-set"`, as the files do that `belay sets export` writes')
  if (version !== 1)
    throw refused(`it is of version ${JSON.stringify(version) ?? 'none'}, and this Belay reads version 1`)
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function noObject(value: Json): OperationError {
  const holds = kindOf(Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
  return new OperationError('bad_input', `A hook set is a JSON object with name and hooks; this file holds ${holds}.`)
}

/** Of JSON: the most brackets that are open at once. */
function depthOf(json: string): number {
  let [depth, most] = [0, 0]
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    most = Math.max(most, depth)
  }
  return most
}

/** `folder` is where the home keeps hooks: a file in it is named as it would be on another machine. */
export function writeSetFile({ name, description, hooks }: NamedHooks, mask: Mask, folder: string): string {
  const file = { belay: 'hook-set', version: 1, name, description: mask(description) }
  const masked = hooks.map(({ hook, params, ...others }) => ({
    hook: slugIn(folder, hook),
    ...(params === undefined ? {} : { params: maskJson(mask, params) }),
    ...others,
  }))
  return `${JSON.stringify({ ...file, hooks: masked }, null, 2)}\n`
}

/** A hook file of the home goes by its slug; another one by its path. */
export function slugIn(folder: string, hook: string): string {
  return isAbsolute(hook) && dirname(hook) === folder ? basename(hook, extname(hook)) : hook
}

const NAME = /^[\p{L}\p{M}\p{N} -]+$/u

/** The name as it is kept. */
export function checkSetName(text: string): string {
  const name = text.normalize('NFC').trim()
  if (!/[\p{L}\p{N}]/u.test(name) || !NAME.test(name))
    throw new OperationError(
      'bad_input',
      'A set is named with letters, digits, spaces and `-`, at least one letter or digit.',
    )
  if (name.length > MOST_NAME)
    throw new OperationError(
      'bad_input',
      `The name of a set has at most ${MOST_NAME} characters; this one has ${name.length}.`,
    )
  return name
}

export function checkDescription(text: string): string {
  const description = text.trim()
  if (description.length <= MOST_DESCRIPTION) return description
  throw new OperationError('bad_input', `The description of a set has at most ${MOST_DESCRIPTION} characters.`)
}

/** What the store holds was checked when it was written. */
export function readKeptHooks(hooks: unknown): readonly HookSpec[] {
  return setHooks.parse(hooks)
}
