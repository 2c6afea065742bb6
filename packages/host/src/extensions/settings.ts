/**
 * The settings of extensions: `extensions.json` in the home folder, a section each. Read when a composition is prepared; a changed file
 * changes nothing that is live. A missing file, or a missing section, means defaults.
 */
import { join } from 'node:path'
import { asJson, isJsonObject } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { readRegular } from '../processes/read-regular'
import type { Extension } from './extension'

export const SETTINGS_FILE = 'extensions.json'
/** Settings are written by hand; what is larger is something else. */
const MOST_BYTES = 1_048_576

export type Sections =
  | { readonly ok: true; readonly sections: JsonObject }
  | { readonly ok: false; readonly reason: string }

export function readSections(home: string): Sections {
  const file = join(home, SETTINGS_FILE)
  const read = readRegular(file, MOST_BYTES)
  if (!read.ok) return read.found ? { ok: false, reason: `${file}: ${read.reason}` } : { ok: true, sections: {} }
  return parseSections(read.bytes.toString('utf8'), file)
}

export function parseSections(text: string, file: string): Sections {
  const errors: ParseError[] = []
  const bare = text.replace(/^\uFEFF/, '')
  const value = bare.trim() === '' ? {} : asJson(parse(bare, errors, { disallowComments: true }))
  const [first] = errors
  if (first !== undefined) {
    const line = bare.slice(0, first.offset).split('\n').length
    return { ok: false, reason: `${file}:${line} is no JSON (${printParseErrorCode(first.error)})` }
  }
  return isJsonObject(value)
    ? { ok: true, sections: value }
    : { ok: false, reason: `${file} must hold an object, a section for each extension` }
}

export type Settings =
  | { readonly ok: true; readonly settings: JsonObject }
  | { readonly ok: false; readonly reason: string }

/** Its section, checked. The reason names the path within the file. */
export function settingsOf(
  { name, settings: schema }: Pick<Extension, 'name' | 'settings'>,
  sections: JsonObject,
): Settings {
  const section = sections[name]
  if (schema === null)
    return section === undefined
      ? { ok: true, settings: {} }
      : { ok: false, reason: `${SETTINGS_FILE}: ${name} takes no settings` }
  const read = schema.safeParse(section ?? {})
  if (read.success) return { ok: true, settings: read.data }
  const places = read.error.issues.map(({ path, message }) => `${[name, ...path.map(String)].join('.')}: ${message}`)
  return { ok: false, reason: `${SETTINGS_FILE}: ${places.join('; ')}` }
}
