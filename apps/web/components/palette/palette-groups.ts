/** The library as the palette shows it: found by words, each hook under every point that it can stand at, told in full once. */
import { glance } from '@belay/canvas'
import { type JsonObject, POINTS, type PointId } from '@belay/trace'
import type { LibraryHook } from '../../lib/api'
import { isObject } from '../../lib/view/diff'
import { isBroken } from '../../lib/view/load-error'
import { misfit } from '../../lib/view/schema-misfit'

export interface PaletteGroup {
  /** null for hooks that do not load. */
  readonly point: PointId | null
  /** Told in full here: it is the first of their points in the loop. */
  readonly hooks: readonly LibraryHook[]
  /** Told in full under an earlier point. */
  readonly also: readonly LibraryHook[]
}

/**
 * Every word is somewhere in its name, description, points, or parameters, what they are for and what they are by default.
 * Those that are called so come before those that only speak of it, one's own before the built-in ones.
 */
export function findHooks(library: readonly LibraryHook[], search: string): readonly LibraryHook[] {
  const words = wordsOf(search)
  const found = library.filter((hook) => {
    const text = textOf(hook)
    return words.every((word) => text.includes(word))
  })
  const rank = (hook: LibraryHook) => (isCalled(hook, words) ? 0 : 2) + (hook.builtIn ? 1 : 0)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

function wordsOf(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/)
}

/** Whether its name holds what is searched for, and not only what is said of it. */
function isCalled({ name, slug }: LibraryHook, words: readonly string[]): boolean {
  const called = `${name} ${slug}`.toLowerCase()
  return words.every((word) => called.includes(word))
}

function textOf({ name, slug, description, points, paramsSchema, defaults }: LibraryHook): string {
  const params = Object.entries(propertiesOf(paramsSchema)).map(([key, field]) => `${key} ${descriptionOf(field)}`)
  return [name, slug, description, ...points, ...params, JSON.stringify(defaults)].join(' ').toLowerCase()
}

function descriptionOf(field: unknown): string {
  const has = typeof field === 'object' && field !== null && 'description' in field
  return has && typeof field.description === 'string' ? field.description : ''
}

function propertiesOf(schema: JsonObject | null): JsonObject {
  const properties = schema?.properties
  return isObject(properties) ? properties : {}
}

/** In the order of the loop; where something is searched for, those with a hook of such a name first. */
export function groupHooks(hooks: readonly LibraryHook[], search = ''): readonly PaletteGroup[] {
  const loads = hooks.filter((hook) => !isBroken(hook))
  const broken = hooks.filter(isBroken)
  const groups: PaletteGroup[] = POINTS.map((point) => ({
    point,
    hooks: loads.filter((hook) => firstPoint(hook) === point),
    also: loads.filter((hook) => hook.points.includes(point) && firstPoint(hook) !== point),
  }))
  const all = [...groups, { point: null, hooks: broken, also: [] }]
  const words = wordsOf(search)
  const rank = (group: PaletteGroup) => (group.hooks.some((hook) => isCalled(hook, words)) ? 0 : 1)
  const shown = all.filter(({ hooks, also }) => hooks.length + also.length > 0)
  return search.trim() === '' ? shown : shown.toSorted((a, b) => rank(a) - rank(b))
}

export interface GroupedHook {
  readonly hook: LibraryHook
  readonly brief: boolean
}

/** All of a group as it is read: one's own before the built-in ones, in full before in brief. */
export function listedIn({ hooks, also }: PaletteGroup): readonly GroupedHook[] {
  const all = [...hooks.map((hook) => ({ hook, brief: false })), ...also.map((hook) => ({ hook, brief: true }))]
  return [...all.filter(({ hook }) => !hook.builtIn), ...all.filter(({ hook }) => hook.builtIn)]
}

export function firstPoint({ points }: LibraryHook): PointId | null {
  return POINTS.find((point) => points.includes(point)) ?? null
}

/** With one more there would be room for none of its parameters. */
const MOST_SHOWN = 2

interface OtherPoints {
  readonly shown: readonly PointId[]
  readonly more: readonly PointId[]
}

/** Where it can stand beside its first point, in the order of the loop: all of them, or one and how many more. */
export function otherPoints(hook: LibraryHook): OtherPoints {
  const first = firstPoint(hook)
  const others = POINTS.filter((point) => hook.points.includes(point) && point !== first)
  const shown = others.length > MOST_SHOWN ? 1 : others.length
  return { shown: others.slice(0, shown), more: others.slice(shown) }
}

export interface ParamGlance {
  readonly name: string
  /** Its default in a word or two; empty where it has none. */
  readonly value: string
}

export function paramsAtGlance({ paramsSchema, defaults }: LibraryHook): readonly ParamGlance[] {
  return Object.keys(propertiesOf(paramsSchema)).map((name) => ({ name, value: glance(defaults[name]) }))
}

/** Attached as it is it would be refused, or it would have nothing to do: no parameter of it has a default that says anything. */
export function needsParams({ paramsSchema, defaults }: LibraryHook): boolean {
  if (paramsSchema === null) return false
  const keys = Object.keys(propertiesOf(paramsSchema))
  return misfit(paramsSchema, defaults) !== null || (keys.length > 0 && keys.every((key) => isEmpty(defaults[key])))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
