/**
 * What `--attach` and `--shadow` take: a library hook by its slug, or the path of a hook file, either with parameters as
 * JSON behind a colon (`block-commands:{"patterns":["rm -rf"]}`).
 */
import { resolve } from 'node:path'
import { readJson } from '@belay/api/read-json'
import type { JsonObject } from '@belay/trace'
import { usage } from '../failure'

export interface HookArgument {
  /** As typed, without the parameters. */
  readonly typed: string
  /** The slug, or an absolute path. */
  readonly hook: string
  readonly params: JsonObject | null
}

export function readHookArgument(text: string, cwd: string): HookArgument {
  const { typed, json } = split(text)
  if (typed === '') throw usage(`"${text}" names no hook; write a slug, or the path of a hook file.`)
  return {
    typed,
    hook: isPath(typed) ? resolve(cwd, typed) : typed,
    params: json === null ? null : readParams(typed, json),
  }
}

/** A path may hold a colon; parameters begin at the first colon that an opening brace follows. */
function split(text: string): { readonly typed: string; readonly json: string | null } {
  const at = /:\s*\{/.exec(text)?.index
  if (at !== undefined) return { typed: text.slice(0, at), json: text.slice(at + 1) }
  const colon = text.lastIndexOf(':')
  if (colon < 0 || isPath(text)) return { typed: text, json: null }
  throw usage(`the parameters of ${text.slice(0, colon)} must be a JSON object: ${text.slice(0, colon)}:{…}.`)
}

function isPath(text: string): boolean {
  return /[/\\]|\.[cm]?[jt]s$/.test(text)
}

function readParams(hook: string, json: string): JsonObject {
  const read = readJson(json)
  if (!read.ok) throw usage(`the parameters of ${hook} are not JSON: ${read.reason} at character ${read.column}.`)
  return read.value as JsonObject
}
