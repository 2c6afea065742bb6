/** Which recorded calls each matcher and each `if` of a text selects. Reads; nothing is run. */
import { homedir } from 'node:os'
import {
  type CommandConfig,
  type CommandEntry,
  type CommandEvent,
  type CommandPlace,
  claudeName,
  commandMatcher,
  entryFilter,
  isCommandEvent,
  matchedField,
  selects,
} from '@belay/host'
import type { CommandMatches, EntryMatches, GroupMatches, RecordedCall } from '../contract/command-config'
import type { Recorded } from './recorded-calls'

export interface Matching {
  readonly text: string
  readonly config: CommandConfig
  /** By our names. */
  readonly tools: readonly string[]
  readonly recorded: (event: CommandEvent) => readonly Recorded[]
  /** Where a session works: paths of conditions are read from there. */
  readonly workspaceOf: (session: RecordedCall['session']) => string
}

export function matchCommands(matching: Matching): CommandMatches {
  const groups = groupsIn(matching.text)
  const events = [...new Set(groups.map(({ event }) => event))]
  return {
    groups: groups.map((group) => groupMatches(matching, group)),
    entries: matching.config.entries.flatMap((entry) =>
      entry.places.map((place) => entryMatches(matching, entry, place)),
    ),
    recorded: Object.fromEntries(events.map((event) => [event, matching.recorded(event).map(({ call }) => call)])),
  }
}

type Group = Pick<GroupMatches, 'path' | 'event' | 'matcher' | 'folder'>

/** Also those of which no entry could be read: what their matcher selects is known all the same. */
function groupsIn(text: string): readonly Group[] {
  const hooks = memberOf(parsed(text), 'hooks')
  if (typeof hooks !== 'object' || hooks === null) return []
  return Object.entries(hooks).flatMap(([event, list]) =>
    isCommandEvent(event) && Array.isArray(list) ? list.map((group, at) => groupOf(event, group, at)) : [],
  )
}

function groupOf(event: CommandEvent, group: unknown, at: number): Group {
  const matcher = memberOf(group, 'matcher')
  const folder = memberOf(group, 'workspace')
  return {
    ...{ path: `hooks.${event}[${at}]`, event, matcher: typeof matcher === 'string' ? matcher : null },
    folder: typeof folder === 'string' ? folder : null,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON has no groups; checking it says so.
    return null
  }
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([name]) => name === key)?.[1]
}

function groupMatches({ tools, recorded, workspaceOf }: Matching, group: Group): GroupMatches {
  const { event, matcher, folder } = group
  const isIn = (session: RecordedCall['session']) => folder === null || folder === workspaceOf(session)
  const compiled = commandMatcher(matcher)
  const field = matchedField(event)
  const fits = (value: string) => field === null || (compiled.ok && selects(compiled.matches, event, value))
  const names = [...new Set(tools.map(claudeName))]
  return {
    ...group,
    tools: field === 'tool_name' ? names.filter(fits) : null,
    calls: placesOf(recorded(event), ({ call }) => isIn(call.session) && fits(call.value)),
  }
}

function entryMatches({ recorded, workspaceOf }: Matching, entry: CommandEntry, place: CommandPlace): EntryMatches {
  const home = homedir()
  const filters = new Map<string, ReturnType<typeof entryFilter>>()
  const isIn = (workspace: string) => entry.folder === undefined || entry.folder === workspace
  const filterIn = (workspace: string) => {
    const filter = filters.get(workspace) ?? entryFilter({ ...entry, places: [place] }, { workspace, home })
    filters.set(workspace, filter)
    return filter
  }
  return {
    path: place.path,
    calls: placesOf(
      recorded(entry.event),
      ({ call, payload }) => isIn(workspaceOf(call.session)) && filterIn(workspaceOf(call.session))(payload) === null,
    ),
  }
}

function placesOf<T>(items: readonly T[], fits: (item: T) => boolean): readonly number[] {
  return items.flatMap((item, at) => (fits(item) ? [at] : []))
}
