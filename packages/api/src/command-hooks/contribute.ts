/** A command of `hooks.json` as a hook of the pipeline: where it stands, what it is asked about, and how it is run. */
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { basename } from 'node:path'
import type { Tool } from '@belay/agent'
import { type Asking, isJsonObject } from '@belay/hooks'
import {
  type CommandEntry,
  type CommandEvent,
  type CommandLine,
  type CommandRun,
  type CommandRunner,
  commandEnvironment,
  entryFilter,
  entryName,
  POINT_OF,
  postHook,
  withProjectDir,
} from '@belay/host'
import type { JsonObject, NotAskedReason, PointId } from '@belay/trace'
import type { ContributedHook, HookPlace } from '../hooks/extension-hooks'
import { askCommand } from './ask-command'
import { type EventParts, fieldsOf, occasionFor, payloadFor } from './asked-event'
import { fingerprint, scriptsIn } from './named-files'
import type { Persistents } from './persistents'
import type { ReadCommand } from './read-commands'
import type { TakenOver } from './taken'
import type { Trust } from './trust'

export interface ContributeParts extends EventParts {
  readonly runner: CommandRunner
  readonly trust: Trust
  readonly taken: TakenOver
  readonly persistents: Persistents
  readonly tools: () => readonly Tool[]
  readonly once: Once
  /** Brings to the model what a command said that nobody waited for. */
  remind(session: string, text: string, from: string): void
  /** A script is not what it was: the person is asked. */
  distrust(asking: Pick<Asking, 'facts'>, text: string): void
  allowedHosts(): readonly string[]
}

/** Which commands have run that run once a session. */
export interface Once {
  has(session: string, entry: string): boolean
  add(session: string, entry: string): void
}

export const EXTENSION = 'hooks'
export const GROUP = 'hooks.json'
/** Its own end comes first: commands of one event wait for one another where they are more than eight. */
const LONGEST_MS = 2_000_000_000
/** Time to say how far it came when it is ended. */
const LAST_WORDS_MS = 250

/** Where it is asked; none for notices. */
export function pointOf(event: CommandEvent): PointId | null {
  return event === 'PermissionRequest' ? 'tools.before' : POINT_OF[event]
}

export function contributeCommand(parts: ContributeParts, read: ReadCommand, place: HookPlace): ContributedHook {
  const { entry, error } = read
  const { workspace, given } = place
  const point = pointOf(entry.event)
  const filter = entryFilter(entry, { workspace, home: homedir() })
  const isOnce = (session: string) => entry.once && parts.once.has(session, entry.id)
  return {
    ...{ extension: EXTENSION, name: entry.id, title: entryName(entry), source: 'command', group: GROUP },
    points: point === null ? [] : [point],
    ...{ timeoutMs: LONGEST_MS, recheck: false, observe: entry.async, lastWordsMs: LAST_WORDS_MS },
    ...{ onFailure: entry.onFailure, error, version: versionOf(entry, workspace) },
    ...(entry.event === 'PermissionRequest' ? { pass: 'permission' as const } : {}),
    skips({ point: at, event, facts }) {
      const asked = { point: at, event, facts }
      const occasion = occasionFor(entry.event, asked, parts.stops)
      if (occasion === null) return 'wrong point'
      const why: NotAskedReason | null = filter(fieldsOf(occasion, asked))
      return why ?? (isOnce(facts.sessionId) ? 'ran once' : null)
    },
    distrusted(asking) {
      const { sessionId } = asking.facts
      if (sessionId === '' || parts.db.session(sessionId) === null) {
        const other = parts.trust.changedSince(entry, workspace)
        return other === null ? null : `its script ${other.file} ${other.why}; a person has to look at it and say yes`
      }
      parts.trust.bind(sessionId, [entry], workspace)
      const [changed] = parts.trust.changed(sessionId, [entry], workspace)
      if (changed === undefined) return null
      const why = `its script ${changed.file} ${changed.why}`
      parts.distrust(asking, `${entryName(entry)} is not run any more: ${why}.`)
      return `${why}; a person has to look at it and say yes`
    },
    ask: (asking) => ask(parts, { entry, asking, given }),
  }
}

interface Ask {
  readonly entry: CommandEntry
  readonly asking: Asking
  readonly given: JsonObject | undefined
}

async function ask(parts: ContributeParts, { entry, asking, given }: Ask) {
  const { facts } = asking
  const occasion = occasionFor(entry.event, asking, parts.stops)
  if (occasion === null) return undefined
  if (entry.once && !facts.dryRun) parts.once.add(facts.sessionId, entry.id)
  const own = payloadFor(parts, occasion, asking)
  const payload = given === undefined ? own : asGiven(own, given, asking)
  const run = (text: string) => runEntry(parts, { entry, asking, payload, text })
  const { answer, said } = await askCommand({ entry, asking, payload, tools: parts.tools(), run })
  if (answer.decision === 'block' && 'held' in asking.event && !facts.dryRun)
    parts.stops.blocked({ session: facts.sessionId, turn: facts.turnId, point: asking.point }, asking.event.held)
  if (entry.async && !facts.dryRun)
    for (const text of answer.context) parts.remind(facts.sessionId, text, entryName(entry))
  return said
}

/** What an agent sent stays as it is; a call that a hook before rewrote is the rewritten one. */
function asGiven(own: JsonObject, given: JsonObject, { event }: Asking): JsonObject {
  const merged = { ...own, ...given, transcript_path: given.transcript_path ?? own.transcript_path ?? null }
  if (!('call' in event) || !isJsonObject(given.tool_input)) return merged
  const { tool_input: sent } = given
  const same = Object.entries(event.call.args).every(
    ([key, value]) => JSON.stringify(sent[key]) === JSON.stringify(value),
  )
  return same ? merged : { ...merged, tool_input: own.tool_input ?? sent }
}

interface Running {
  readonly entry: CommandEntry
  readonly asking: Asking
  readonly payload: JsonObject
  readonly text: string
}

function runEntry(parts: ContributeParts, { entry, asking, payload, text }: Running): Promise<CommandRun> {
  const { facts, signal } = asking
  const { timeoutMs } = entry
  if (entry.type === 'http') {
    const { url, headers, allowedEnvVars } = entry
    const allowedHosts = parts.allowedHosts()
    return postHook({ url, headers, allowedEnvVars, env: process.env, allowedHosts, payload: text, timeoutMs, signal })
  }
  const program = programOf(entry, { workspace: facts.workspace, session: String(payload.session_id ?? '') })
  if (entry.persistent)
    return parts.persistents.ask({ entry: entry.id, session: facts.dryRun ? '' : facts.sessionId, program }, text, {
      timeoutMs,
      signal,
    })
  return parts.persistents.together(asking.event)({ ...program, payload: text, timeoutMs, signal })
}

export function programOf(
  entry: CommandLine,
  { workspace, session }: { readonly workspace: string; readonly session: string },
) {
  const { event, allowedEnvVars } = entry
  const env = commandEnvironment(process.env, allowedEnvVars, { workspace, sessionId: session, event })
  const filled = (text: string) => withProjectDir(text, workspace)
  const args = entry.args === null ? null : entry.args.map(filled)
  return { line: args === null ? entry.line : filled(entry.line), args, cwd: workspace, env }
}

/** Of what is run, and of the scripts of the workspace that it names. */
function versionOf(entry: CommandEntry, workspace: string): string {
  const run = entry.type === 'http' ? [entry.url, entry.headers] : [entry.line, entry.args, entry.persistent]
  const scripts = scriptsIn(entry, workspace).map((file) => [basename(file), fingerprint(file)?.hash ?? null])
  return createHash('sha256')
    .update(JSON.stringify([run, scripts]))
    .digest('hex')
}
