/**
 * One entry of `hooks.json`. Promises: a value that is not what it must be disables this entry and no other; a key that
 * is not known is said with the one that was meant, and changes nothing else.
 */
import { createHash } from 'node:crypto'
import { nearest } from '@belay/hooks'
import type { FailurePolicy } from '@belay/trace'
import { canonical } from '../../hooks/attachment-version'
import type { CommandEntry, CommandEvent, CommandPlace, NotRunEntry } from '../entry'
import { readCondition } from './condition'
import { isToolEvent } from './event-names'
import { Fields, kindOf } from './fields'
import type { JsonSpot } from './json-spots'
import type { Problems } from './problems'
import { projectDirProblem } from './project-dir'

export interface EntryContext {
  readonly event: CommandEvent
  readonly matcher: string | null
  /** The only one in whose sessions it runs; null for all. */
  readonly folder: string | null
  readonly workspace: string
  /** What a failure comes to where the entry does not say. */
  readonly onFailure: FailurePolicy
  readonly problems: Problems
}

export type ReadEntry =
  | { readonly kind: 'entry'; readonly entry: CommandEntry }
  | { readonly kind: 'not run'; readonly entry: NotRunEntry }
  | null

const SHARED = ['type', 'if', 'timeout', 'once', 'async', 'onFailure', 'statusMessage', 'allowedEnvVars']
const KEYS = { command: [...SHARED, 'command', 'args', 'persistent'], http: [...SHARED, 'url', 'headers'] } as const
/** Claude Code's, and labels of other agents': accepted, without effect. */
const NO_EFFECT = new Set(['shell', 'asyncRewake', 'rewakeMessage', 'rewakeSummary'])
const LABELS = new Set(['name', 'description', '$comment'])
const NOT_RUN = ['prompt', 'agent', 'mcp_tool']
/** As long as a hook may take at most (`hooks.md` §5). */
const LONGEST_S = 600
/** Claude Code's: a person waits for a prompt to be taken, and a session that ends must end. */
const DEFAULT_S: Readonly<Partial<Record<CommandEvent, number>>> = { UserPromptSubmit: 30, SessionEnd: 1.5 }

export function readEntry(spot: JsonSpot, context: EntryContext): ReadEntry {
  const { problems } = context
  if (spot.kind !== 'object') return problems.error(spot, `an entry must be an object; it is ${kindOf(spot)}`)
  const fields = new Fields(spot, problems)
  const type = readType(fields, context)
  if (type === null) return null
  const place = problems.placeOf(spot, context.matcher)
  if (type !== 'command' && type !== 'http') {
    problems.warn(spot, `entries of the type ${type} are not run here; it is shown as not run`)
    return { kind: 'not run', entry: { event: context.event, type, place, value: spot.json } }
  }
  checkKeys(fields, KEYS[type], context)
  const base = readBase(fields, context, place)
  const entry = type === 'command' ? readLine(fields, base, context) : readHttp(fields, base, context)
  return fields.broken || entry === null ? null : { kind: 'entry', entry: { ...entry, id: runKey(entry) } }
}

type Base = Omit<Extract<CommandEntry, { type: 'http' }>, 'type' | 'url' | 'headers'>

/** What is run, for which event, which `if` and which folder: two that have it in common are one. */
function runKey(entry: CommandEntry): string {
  const { event, condition, folder } = entry
  const run = entry.type === 'command' ? [entry.line, entry.args] : [entry.url, entry.headers]
  return createHash('sha256')
    .update(canonical([event, condition, entry.type, ...run, ...(folder === undefined ? [] : [folder])]))
    .digest('hex')
    .slice(0, 16)
}

function readType(fields: Fields, { problems }: EntryContext): string | null {
  const spot = fields.spotOf('type')
  if (spot === null) return problems.error(fields.spot, missing(fields, 'type', 'such as "type": "command"'))
  const { json: type } = spot
  const types = ['command', 'http', ...NOT_RUN]
  if (typeof type === 'string' && types.includes(type)) return type
  const lower = typeof type === 'string' ? types.find((one) => one === type.trim().toLowerCase()) : undefined
  if (lower !== undefined) return problems.error(spot, `the type ${kindOf(spot)} is written "${lower}"`)
  const near = typeof type === 'string' ? nearest(type, types) : null
  const meant = near === null ? `; there are ${types.join(', ')}` : `; did you mean "${near}"?`
  return problems.error(spot, `there is no type ${kindOf(spot)}${meant}`)
}

/** Names a key that stands there and may be meant. */
function missing(fields: Fields, key: string, how: string): string {
  const near = fields.keys().find((one) => nearest(one, [key]) !== null)
  return `"${key}" is missing${near === undefined ? `, ${how}` : `; did you mean it by "${near}"?`}`
}

function checkKeys(fields: Fields, known: readonly string[], { problems }: EntryContext): void {
  for (const key of fields.keys()) {
    const spot = fields.spotOf(key) ?? fields.spot
    if (known.includes(key) || LABELS.has(key)) continue
    if (NO_EFFECT.has(key)) problems.warn(spot, `"${key}" is Claude Code's and has no effect here`)
    else if (key === 'env')
      problems.warn(
        spot,
        '"env" has no effect: set variables in the command itself; "allowedEnvVars" lets named ones through',
      )
    else if (key === 'matcher' || key === 'hooks')
      problems.warn(spot, `"${key}" has no effect in an entry; it belongs to the group around it`)
    else problems.warn(spot, `there is no key "${key}" in an entry; it has no effect${hint(key, known)}`)
  }
}

function hint(key: string, known: readonly string[]): string {
  const near = nearest(key, known)
  return near === null ? '' : `. Did you mean "${near}"?`
}

function readBase(fields: Fields, context: EntryContext, place: CommandPlace): Base {
  return {
    id: '',
    event: context.event,
    ...(context.folder === null ? {} : { folder: context.folder }),
    condition: readIf(fields, context),
    timeoutMs: readTimeout(fields, context),
    once: fields.flag('once'),
    async: fields.flag('async'),
    onFailure: readOnFailure(fields, context),
    statusMessage: fields.text('statusMessage'),
    allowedEnvVars: fields.texts('allowedEnvVars') ?? [],
    places: [place],
  }
}

function readIf(fields: Fields, { event, workspace }: EntryContext): string | null {
  const rule = fields.text('if')
  const spot = fields.spotOf('if')
  if (rule === null || spot === null || rule.trim() === '') return null
  if (!isToolEvent(event)) {
    fields.fail(spot, `"if" is only for events of tools; at ${event} it would never hold`)
    return null
  }
  const read = readCondition(rule, { workspace, home: '/' })
  if (!read.ok) fields.fail(spot, read.message)
  return rule.trim()
}

function readTimeout(fields: Fields, { event, problems }: EntryContext): number {
  const seconds = fields.read('timeout', 'a number of seconds above 0', (value) =>
    typeof value === 'number' && value > 0 ? value : undefined,
  )
  const spot = fields.spotOf('timeout')
  if (seconds !== null && seconds > LONGEST_S && spot !== null) {
    problems.warn(spot, `"timeout" is in seconds, ${LONGEST_S} at most; ${LONGEST_S} holds`)
  }
  const held = Math.min(seconds ?? DEFAULT_S[event] ?? LONGEST_S, LONGEST_S)
  return Math.max(1, Math.round(held * 1_000))
}

function readOnFailure(fields: Fields, { onFailure }: EntryContext): FailurePolicy {
  const policy = fields.read('onFailure', '"block" or "continue"', (value): FailurePolicy | undefined =>
    value === 'block' ? 'closed' : value === 'continue' ? 'open' : undefined,
  )
  return policy ?? onFailure
}

function readLine(fields: Fields, base: Base, context: EntryContext): CommandEntry | null {
  const line = readFilled(fields, 'command', context)
  const args = fields.texts('args')
  const persistent = fields.flag('persistent')
  if (line === null) return null
  checkProjectDir(fields, { line, args }, context)
  return { ...base, type: 'command', line, args, persistent }
}

function readFilled(fields: Fields, key: string, { problems }: EntryContext): string | null {
  const spot = fields.spotOf(key)
  if (spot === null) return problems.error(fields.spot, missing(fields, key, 'which says what is run'))
  const text = fields.text(key)
  if (text?.trim() === '') return problems.error(spot, `"${key}" is empty`)
  return text
}

function checkProjectDir(
  fields: Fields,
  { line, args }: { readonly line: string; readonly args: readonly string[] | null },
  { event, workspace, problems }: EntryContext,
): void {
  const spot = fields.spotOf('command') ?? fields.spot
  if (args !== null) {
    const bare = [line, ...args].find((text) => /\$(?:CLAUDE|BELAY)_PROJECT_DIR\b/.test(text))
    if (bare !== undefined)
      problems.warn(
        spot,
        `${event}: there is no shell with "args", so that only \${CLAUDE_PROJECT_DIR} is replaced, in braces: ${bare}`,
      )
    return
  }
  const problem = projectDirProblem(line)
  if (problem === null) return
  const { kind, written, fixed } = problem
  if (kind === 'single')
    problems.warn(
      spot,
      `${event}: in single quotes ${written} is not replaced, in the command ${line}; use double quotes`,
    )
  else if (/\s/.test(workspace))
    problems.error(
      spot,
      `${event}: ${written} stands without quotes in the command ${line} and the path of this workspace has white space, at which the shell splits it. Write ${fixed}`,
    )
  else
    problems.warn(
      spot,
      `${event}: ${written} stands without quotes in the command ${line}; the shell splits a path that has white space. Write ${fixed}`,
    )
}

function readHttp(fields: Fields, base: Base, context: EntryContext): CommandEntry | null {
  const url = readFilled(fields, 'url', context)
  const headers = fields.textMap('headers') ?? {}
  if (url === null) return null
  const spot = fields.spotOf('url') ?? fields.spot
  if (!/^https?:$/.test(protocolOf(url))) {
    return context.problems.error(spot, `"url" must begin with http:// or https://; it is ${kindOf(spot)}`)
  }
  for (const name of variablesIn(Object.values(headers))) {
    if (!base.allowedEnvVars.includes(name))
      context.problems.warn(
        fields.spotOf('headers') ?? spot,
        `the headers name the variable ${name}, which "allowedEnvVars" does not list: it stays empty`,
      )
  }
  return { ...base, type: 'http', url, headers }
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}

function variablesIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name)))
}
