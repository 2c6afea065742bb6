/** What a person does with `hooks.json`: each operation in a few lines. */
import type { Tool } from '@belay/agent'
import { type CommandConfig, type CommandEvent, readCommandConfig } from '@belay/host'
import type { SessionId } from '@belay/trace'
import type { CommandConfigs } from '../contract/command-config'
import type { ReadParts } from '../why/read-store'
import { commandFilePath, readCommandFile, saveCommandFile } from './command-file'
import { matchCommands } from './match-commands'
import { type Recorded, recordReader } from './recorded-calls'

export interface CommandConfigParts extends ReadParts {
  /** The home folder. */
  readonly folder: string
  readonly tools: readonly Pick<Tool, 'name'>[]
}

export function commandConfigs(parts: CommandConfigParts): CommandConfigs {
  const path = commandFilePath(parts.folder)
  const tools = parts.tools.map(({ name }) => name)
  const recordOf = keptRecord(parts)
  const configOf = (text: string): CommandConfig =>
    // No session's: paths with white space are found when one begins.
    readCommandConfig([{ file: path, text }], { workspace: '/', tools })
  return {
    commandFile: async () => readCommandFile(path),
    saveCommandFile: (save) => saveCommandFile(path, save),
    async checkCommands(text) {
      const { entries, notRun, diagnostics, unreadable } = configOf(text)
      return { entries, notRun, diagnostics, readable: unreadable.length === 0 }
    },
    matchCommands: async (text, session) =>
      matchCommands({
        ...{ text, tools, config: configOf(text), recorded: recordOf(session) },
        workspaceOf: remembered((id: SessionId) => parts.sessions.record(id).workspace),
      }),
  }
}

type RecordOf = (event: CommandEvent) => readonly Recorded[]

/** Who writes asks about one record again and again: it is read anew when something was added to it. */
function keptRecord(parts: ReadParts): (session: SessionId | undefined) => RecordOf {
  let last: { readonly key: string; readonly record: RecordOf } | null = null
  return (session) => {
    const of = session === undefined ? parts.db.sessions({}) : [parts.sessions.record(session)]
    const key = JSON.stringify([session, ...of.map(({ id, updatedAt }) => [id, updatedAt])])
    if (last?.key !== key) last = { key, record: remembered(recordReader(parts, session)) }
    return last.record
  }
}

function remembered<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const found = known.get(key) ?? read(key)
    known.set(key, found)
    return found
  }
}
