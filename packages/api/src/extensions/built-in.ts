/** The extensions that ship with the app, all but `hooks`, which needs the sessions. */
import type { AgentSpawner } from '@belay/agent'
import {
  createCommands,
  createContext,
  createInstructions,
  createMemory,
  createPaperclips,
  createSkills,
  createTools,
  createWork,
  type Drafts,
  defineExtension,
  type Extension,
  type NextRequest,
  type SessionCommands,
} from '@belay/host'
import type { Clock, SessionId } from '@belay/trace'
import type { KeptValues } from './kept-values'
import type { Installed } from './session-extensions'

export interface BuiltInParts {
  readonly shell: boolean
  readonly drafts: Drafts
  readonly keeps: KeptValues
  readonly clock: Clock
  /** Of a session, as it has them ready. */
  readonly commands: SessionCommands
  readonly next: (session: SessionId) => Promise<NextRequest>
}

export function builtInExtensions(
  spawner: AgentSpawner,
  { keeps, clock, commands, next, ...settings }: BuiltInParts,
): readonly Installed[] {
  const tools = createTools({ spawner, ...settings })
  const of = (prefix: string) => tools.filter(({ name }) => name.split('.')[0] === prefix)
  const all: readonly Extension[] = [
    defineExtension({
      name: 'run',
      description: 'Runs programs, one at a time and without a shell.',
      plugins: [{ kind: 'tool', tools: () => of('run'), instructions: RUN }],
    }),
    defineExtension({
      name: 'files',
      description: 'Reads, finds, edits and writes files of the workspace.',
      plugins: [{ kind: 'tool', tools: () => of('files'), instructions: FILES }],
    }),
    defineExtension({
      name: 'agents',
      description: 'Child sessions that work on a part of the task under the same hooks.',
      plugins: [{ kind: 'tool', tools: () => of('agents') }],
    }),
    createWork(keeps.work),
    createPaperclips({ store: keeps.paperclips, clock }),
    createMemory({ store: keeps.memory, clock }),
    createInstructions(),
    createContext(next),
    createCommands(commands),
  ]
  return [...all, createSkills(all.flatMap(commandsOf))].map((extension) => ({ extension, byDefault: true }))
}

/** Names that no skill can have. */
function commandsOf({ name, plugins }: Extension): readonly string[] {
  const fixed = plugins.flatMap((plugin) => (plugin.kind === 'command' ? plugin.commands() : []))
  return [name, ...fixed.map((command) => command.name)]
}

const RUN = '`run` takes one program with its arguments and no shell: use one call for each command.'
const FILES = 'Read before you edit. Make the smallest change that does what was asked, then check it.'
