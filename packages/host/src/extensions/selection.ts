/**
 * Which extensions a session has: pure rules over what is installed. Promises: what is enabled has all that it requires and no two
 * ways to compact; required extensions are always on; a change that can't be is refused in a sentence and changes nothing.
 */
import { nearest } from '@belay/hooks'

/** What the rules look at: extensions that `unusable` has nothing against. */
export interface Selectable {
  readonly name: string
  readonly requires: readonly string[]
  readonly required: boolean
  /** Whether it brings a way to compact, of which a session has at most one. */
  readonly compacts: boolean
}

export type Selection =
  | {
      readonly ok: true
      /** In the order of installation. */
      readonly enabled: readonly string[]
      readonly came: readonly string[]
      readonly went: readonly string[]
    }
  | { readonly ok: false; readonly reason: string }

/** What a session has where these are wanted: with all that they require, without what is not installed. */
export function selectionOf(installed: readonly Selectable[], wanted: readonly string[]): readonly string[] {
  const required = installed.filter((one) => one.required).map(({ name }) => name)
  const closed = closure(installed, [...required, ...wanted])
  const compacting = installed.filter(({ name, compacts }) => compacts && closed.has(name)).map(({ name }) => name)
  // Of two ways to compact the one that was wanted last holds.
  const kept = [...wanted].reverse().find((name) => compacting.includes(name)) ?? compacting[0]
  const dropped = new Set(compacting.filter((name) => name !== kept))
  const whole = (name: string) => ![...closure(installed, [name])].some((needed) => dropped.has(needed))
  return installed.map(({ name }) => name).filter((name) => closed.has(name) && whole(name))
}

export function enable(installed: readonly Selectable[], enabled: readonly string[], name: string): Selection {
  const wanted = find(installed, name)
  if (wanted === undefined) return refused(unknown(installed, name))
  const coming = closure(installed, [name])
  const ways = installed.filter((one) => one.compacts && coming.has(one.name)).map((one) => one.name)
  if (ways.length > 1) return refused(`${name} would bring ${list(ways)}, and a session compacts in one way only.`)
  const replaced = ways.length === 0 ? [] : compacting(installed, enabled).filter((one) => !ways.includes(one))
  const needing = dependents(installed, enabled, replaced).filter((one) => !replaced.includes(one))
  if (needing.length > 0)
    return refused(`${name} would take the place of ${list(replaced)}, which ${list(needing)} ${requires(needing)}.`)
  return changed(installed, enabled, [...enabled.filter((one) => !replaced.includes(one)), ...coming])
}

export function disable(installed: readonly Selectable[], enabled: readonly string[], name: string): Selection {
  const one = find(installed, name)
  if (one === undefined && !enabled.includes(name)) return refused(unknown(installed, name))
  if (one?.required === true) return refused(`${name} is required and stays on.`)
  const needing = dependents(installed, enabled, [name]).filter((other) => other !== name)
  if (needing.length > 0)
    return refused(`${list(needing)} ${requires(needing)} ${name}: disable ${them(needing)} first.`)
  if (one?.compacts === true && enabled.includes(name))
    return refused(`${name} is the only way in which this session compacts: enable another one, which takes its place.`)
  return changed(
    installed,
    enabled,
    enabled.filter((other) => other !== name),
  )
}

function changed(installed: readonly Selectable[], before: readonly string[], after: readonly string[]): Selection {
  const enabled = installed.map(({ name }) => name).filter((name) => after.includes(name))
  return {
    ok: true,
    enabled,
    came: enabled.filter((name) => !before.includes(name)),
    went: before.filter((name) => !enabled.includes(name)),
  }
}

/** Why extensions can't be had at all, by name: one name twice, a requirement that is not there, a circle. */
export function unusable(installed: readonly Selectable[]): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>()
  for (const { name, requires: needs } of installed) {
    const twice = installed.filter((one) => one.name === name).length > 1
    const missing = [...closure(installed, [name])].filter((needed) => find(installed, needed) === undefined)
    const circle = needs.find((needed) => closure(installed, [needed]).has(name))
    if (twice) reasons.set(name, `two extensions are called ${name}`)
    else if (missing.length > 0) reasons.set(name, `it requires ${list(missing)}, which ${is(missing)} not installed`)
    else if (circle !== undefined) reasons.set(name, `it and ${circle} require each other`)
  }
  return reasons
}

function closure(installed: readonly Selectable[], names: readonly string[]): ReadonlySet<string> {
  const closed = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    if (closed.has(name)) continue
    closed.add(name)
    waiting.push(...(find(installed, name)?.requires ?? []))
  }
  return closed
}

function dependents(installed: readonly Selectable[], enabled: readonly string[], gone: readonly string[]): string[] {
  return enabled.filter((name) => {
    const needed = closure(installed, [name])
    return gone.some((one) => one !== name && needed.has(one))
  })
}

function compacting(installed: readonly Selectable[], enabled: readonly string[]): string[] {
  return installed.filter(({ name, compacts }) => compacts && enabled.includes(name)).map(({ name }) => name)
}

function find(installed: readonly Selectable[], name: string): Selectable | undefined {
  return installed.find((one) => one.name === name)
}

function refused(reason: string): Selection {
  return { ok: false, reason }
}

function unknown(installed: readonly Selectable[], name: string): string {
  const near = nearest(
    name,
    installed.map((one) => one.name),
  )
  return near === null ? `There is no extension ${name}.` : `There is no extension ${name}; did you mean ${near}?`
}

const list = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
const is = (names: readonly string[]) => (names.length === 1 ? 'is' : 'are')
const requires = (names: readonly string[]) => (names.length === 1 ? 'requires' : 'require')
const them = (names: readonly string[]) => (names.length === 1 ? 'it' : 'them')
