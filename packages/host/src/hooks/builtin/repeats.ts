/**
 * Counts calls of one turn that come to the same result again. Promises: bounded; what a call holds and what it gave is
 * kept as a hash. Times in a result do not make it another one; a change of files makes every count begin anew.
 */
import { createHash } from 'node:crypto'
import { type HookCall, isJsonObject } from '@belay/hooks'
import type { CallId, Json } from '@belay/trace'
import { forgetOldest } from './by-session'

/** Different calls of a turn. Beyond it the first begin anew. */
const MOST_CALLS = 10_000

/** A new edit may change what a call comes to. */
const CHANGES = new Set(['files.edit', 'files.write'])

interface Made {
  /** Results in a row that were the same. */
  same: number
  result: string | null
  isError: boolean
  /** Made and not yet ended: calls of a batch begin together. */
  running: number
}

export interface Repeat {
  readonly times: number
  readonly isError: boolean
}

export class Repeats {
  refusals = 0
  private readonly calls = new Map<string, Made>()
  private readonly keys = new Map<string, string>()
  private readonly refused = new Set<string>()

  constructor(readonly turn: string) {}

  /** How often this call came to the same result so far, those that are still running counted in. */
  before(call: Pick<HookCall, 'name' | 'args'>): Repeat {
    const made = this.calls.get(keyOf(call))
    return { times: (made?.same ?? 0) + (made?.running ?? 0), isError: made?.isError ?? false }
  }

  begin(call: HookCall): void {
    const key = keyOf(call)
    this.keys.set(call.id, key)
    this.madeOf(key).running += 1
    forgetOldest(this.keys, MOST_CALLS)
  }

  refuse(call: CallId): void {
    this.refusals += 1
    this.refused.add(call)
    forgetOldest(this.refused, MOST_CALLS)
  }

  /** A refusal of ours comes back as a result too, and is none. */
  end(call: HookCall, result: { readonly content: string; readonly isError: boolean }): void {
    if (this.refused.delete(call.id)) return
    const key = this.keys.get(call.id)
    const made = this.madeOf(key ?? keyOf(call))
    if (key !== undefined) made.running -= 1
    this.keys.delete(call.id)
    const isNew = made.result === null
    const said = hash(`${result.isError} ${timeless(result.content)}`)
    made.same = said === made.result ? made.same + 1 : 1
    made.result = said
    made.isError = result.isError
    if (isNew && !result.isError && CHANGES.has(call.name)) this.beginAnew(made)
  }

  private beginAnew(but: Made): void {
    this.refusals = 0
    for (const made of this.calls.values()) if (made !== but) made.same = 0
  }

  private madeOf(key: string): Made {
    const made = this.calls.get(key) ?? { same: 0, result: null, isError: false, running: 0 }
    this.calls.set(key, made)
    forgetOldest(this.calls, MOST_CALLS)
    return made
  }
}

function keyOf({ name, args }: Pick<HookCall, 'name' | 'args'>): string {
  return hash(`${name} ${canonical(args)}`)
}

/** The order of keys does not count. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join(',')}}`
}

/** `12.3 ms`, `0:01:02`, `2026-11-30`: another time is the same result. */
function timeless(text: string): string {
  return text.replace(
    /\d{1,4}(?:[:/-]\d{1,2}){1,2}(?:[.,]\d{1,9})?|\d{1,15}(?:[.,]\d{1,9})? ?(?:ms|µs|s|min|seconds?)\b/g,
    '0',
  )
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}
