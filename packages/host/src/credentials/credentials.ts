/**
 * Keys of providers: `credentials.json` in the home folder, for its owner alone, or a variable of the environment. Promises: a
 * key is told to a call that needs it and to nobody else; the file is written whole or not at all; a file that can't be read is
 * said to be, and never written over.
 */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { readRegular } from '../processes/read-regular'
import { writePrivate } from '../processes/write-private'

export const CREDENTIALS_FILE = 'credentials.json'
const MOST_BYTES = 262_144
/** Owner alone. */
const MODE = 0o600

/** Where keys are looked up beside the file, the first that is set. */
const KEY_VARIABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ['anthropic', ['ANTHROPIC_API_KEY']],
  ['openai', ['OPENAI_API_KEY']],
  ['google', ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY']],
  ['alibaba', ['DASHSCOPE_API_KEY']],
])

export function keyVariables(provider: string): readonly string[] {
  return KEY_VARIABLES.get(provider) ?? []
}

export interface Key {
  readonly key: string
  /** The variable, or null where it is the file's. */
  readonly variable: string | null
}

export interface CredentialsOptions {
  readonly home: string
  readonly environment: NodeJS.ProcessEnv
  /** Hears when the keys of the file are other ones than before, also by another hand. */
  readonly onChange?: () => void
}

export type Written = { readonly ok: true } | { readonly ok: false; readonly reason: string }

export interface Credentials {
  /** The file's comes before the environment's. Null where there is none, or where the file can't be read. */
  find(provider: string): Key | null
  /** Why the file can't be read, or null. */
  problem(): string | null
  /** Names in the file. */
  stored(): readonly string[]
  set(provider: string, key: string): Written
  /** False where the file has none. */
  remove(provider: string): Written & { readonly had?: boolean }
  /** Keys of the file with the name by which they are masked. */
  secrets(): ReadonlyMap<string, string>
}

type Read = { readonly ok: true; readonly value: JsonObject } | { readonly ok: false; readonly reason: string }

export function createCredentials({ home, environment, onChange }: CredentialsOptions): Credentials {
  const file = join(home, CREDENTIALS_FILE)
  let known: string | null = null
  const read = (): Read => {
    const found = readFile(file)
    const now = found.ok ? JSON.stringify(found.value) : null
    const isOther = known !== null && now !== known
    known = now
    if (isOther) onChange?.()
    return found
  }
  const value = () => {
    const found = read()
    return found.ok ? found.value : {}
  }
  const write = (change: (before: JsonObject) => JsonObject): Written => {
    const found = read()
    if (!found.ok) return { ok: false, reason: `${found.reason}. Nothing was written.` }
    const after = change(found.value)
    writePrivate(file, `${JSON.stringify(after, null, 2)}\n`)
    known = JSON.stringify(after)
    onChange?.()
    return { ok: true }
  }
  const credentials: Credentials = {
    find(provider) {
      const key = keyIn(value()[provider])
      if (key !== null) return { key, variable: null }
      for (const variable of keyVariables(provider)) {
        const set = environment[variable]?.trim() ?? ''
        if (set !== '') return { key: set, variable }
      }
      return null
    },
    problem() {
      const found = read()
      return found.ok ? null : found.reason
    },
    stored: () => Object.entries(value()).flatMap(([name, entry]) => (keyIn(entry) === null ? [] : [name])),
    set: (provider, key) =>
      write((before) => ({ ...before, [provider]: { ...objectOf(before[provider]), apiKey: key } })),
    remove(provider) {
      const had = keyIn(value()[provider]) !== null
      if (!had) return { ok: true, had }
      const written = write((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => name !== provider)),
      )
      return written.ok ? { ok: true, had } : written
    },
    secrets: () =>
      new Map(
        Object.entries(value()).flatMap(([name, entry]): [string, string][] => {
          const key = keyIn(entry)
          return key === null ? [] : [[key, `key of ${name}`]]
        }),
      ),
  }
  return credentials
}

function keyIn(entry: Json | undefined): string | null {
  const key = objectOf(entry).apiKey
  return typeof key === 'string' && key.trim() !== '' ? key.trim() : null
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function readFile(file: string): Read {
  const read = readRegular(file, MOST_BYTES)
  if (!read.ok) return read.found ? { ok: false, reason: `${file}: ${read.reason}` } : { ok: true, value: {} }
  try {
    // Whoever copied it there may have left it open to others.
    chmodSync(file, MODE)
    const value: Json = JSON.parse(read.bytes.toString('utf8').replace(/^\uFEFF/, '') || '{}')
    return isJsonObject(value)
      ? { ok: true, value }
      : { ok: false, reason: `${file} must hold an object, an entry for each provider` }
  } catch (error) {
    // The text itself holds keys: nothing of it is told.
    return {
      ok: false,
      reason: `${file} ${error instanceof SyntaxError ? 'is no JSON' : 'can’t be kept for its owner alone'}`,
    }
  }
}
