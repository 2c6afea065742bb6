/**
 * `hooks.json` as a form shows it: events, groups, entries, each with its place in the text. Total: whatever is not as it
 * should be is left to the JSON view, and said so.
 */
import type { Json } from '@belay/trace'
import { type JSONPath, type Node, parseTree } from 'jsonc-parser'
import { isObject } from '../../lib/view/diff'

export interface FormEntry {
  /** `hooks.PreToolUse[0].hooks[1]`, as the server names it. */
  readonly path: string
  readonly at: JSONPath
  readonly line: number
  readonly value: Readonly<Record<string, Json>>
  /** Keys that the form has no field for. */
  readonly others: readonly string[]
}

export interface FormGroup {
  /** `hooks.PreToolUse[0]` */
  readonly path: string
  readonly at: JSONPath
  readonly line: number
  readonly matcher: string
  /** The only one in whose sessions it runs; null for all. */
  readonly folder: string | null
  readonly entries: readonly FormEntry[]
  /** It is no object with a list of entries. */
  readonly odd: boolean
}

export interface FormEvent {
  readonly event: string
  readonly at: JSONPath
  readonly line: number
  readonly groups: readonly FormGroup[]
  /** It is no list of groups. */
  readonly odd: boolean
}

export type CommandsForm =
  | { readonly ok: true; readonly events: readonly FormEvent[] }
  /** `json`: it is none. `shape`: `hooks` is no object. */
  | { readonly ok: false; readonly because: 'json' | 'shape' }

const FIELDS: readonly string[] = [
  ...['type', 'command', 'args', 'url', 'timeout', 'if', 'async', 'once', 'persistent', 'onFailure'],
]

export function readForm(text: string): CommandsForm {
  const tree = isJson(text) ? parseTree(text) : undefined
  if (tree === undefined) return { ok: false, because: 'json' }
  const hooks = tree.type === 'object' ? memberOf(tree, 'hooks') : null
  if (tree.type !== 'object' || (hooks !== null && hooks.type !== 'object')) return { ok: false, because: 'shape' }
  const line = linesOf(text)
  return { ok: true, events: membersOf(hooks).map(([event, node]) => eventOf(event, node, line)) }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // What is wrong with it is told by whoever checks the text.
    return false
  }
}

type LineAt = (offset: number) => number

function eventOf(event: string, node: Node, line: LineAt): FormEvent {
  const at = ['hooks', event]
  const groups = node.type === 'array' ? (node.children ?? []) : []
  return {
    ...{ event, at, line: line(node.offset), odd: node.type !== 'array' },
    groups: groups.map((group, nth) => groupOf(group, { at: [...at, nth], path: `hooks.${event}[${nth}]` }, line)),
  }
}

interface Place {
  readonly at: JSONPath
  readonly path: string
}

function groupOf(node: Node, { at, path }: Place, line: LineAt): FormGroup {
  const matcher = memberOf(node, 'matcher')
  const folder = memberOf(node, 'workspace')
  const list = memberOf(node, 'hooks')
  const items = list?.type === 'array' ? (list.children ?? []) : []
  const entries = items.map((item, nth) =>
    entryOf(item, { at: [...at, 'hooks', nth], path: `${path}.hooks[${nth}]` }, line),
  )
  return {
    ...{ at, path, line: line(node.offset), matcher: typeof matcher?.value === 'string' ? matcher.value : '' },
    folder: typeof folder?.value === 'string' ? folder.value : null,
    entries: entries.filter((entry) => entry !== null),
    odd: list?.type !== 'array' || entries.includes(null),
  }
}

function entryOf(node: Node, { at, path }: Place, line: LineAt): FormEntry | null {
  const value = jsonOf(node)
  if (!isObject(value)) return null
  const others = Object.keys(value).filter((key) => !FIELDS.includes(key))
  return { at, path, line: line(node.offset), value, others }
}

function jsonOf(node: Node): Json {
  if (node.type === 'array') return (node.children ?? []).map(jsonOf)
  if (node.type !== 'object') return node.value
  return Object.fromEntries(membersOf(node).map(([key, value]) => [key, jsonOf(value)]))
}

function membersOf(node: Node | null): readonly (readonly [key: string, value: Node])[] {
  if (node?.type !== 'object') return []
  return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [[String(key.value), value] as const],
  )
}

/** Of a key that stands twice the last holds, as for whoever reads JSON. */
function memberOf(node: Node, key: string): Node | null {
  return membersOf(node).findLast(([name]) => name === key)?.[1] ?? null
}

function linesOf(text: string): LineAt {
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
  return (offset) => starts.filter((start) => start <= offset).length + 1
}
