/** The extensions that ship with the app, all but `hooks`, which needs the sessions. */
import type { AgentSpawner } from '@belay/agent'
import { createTools, createWork, type Drafts, defineExtension, type Extension, type WorkStore } from '@belay/host'
import { projectInstructions } from '../sessions/system-prompt'
import type { Installed } from './session-extensions'

export function builtInExtensions(
  spawner: AgentSpawner,
  { work, ...settings }: { readonly shell: boolean; readonly drafts: Drafts; readonly work: WorkStore },
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
    createWork(work),
    defineExtension({
      name: 'instructions',
      description: 'What AGENTS.md or CLAUDE.md of the workspace says.',
      plugins: [
        { kind: 'context', name: 'project instructions', load: ({ workspace }) => projectInstructions(workspace) },
      ],
    }),
  ]
  return all.map((extension) => ({ extension, byDefault: true }))
}

const RUN = '`run` takes one program with its arguments and no shell: use one call for each command.'
const FILES = 'Read before you edit. Make the smallest change that does what was asked, then check it.'
