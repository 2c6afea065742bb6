/** The extension `memory`: notes that later sessions of a workspace, or all of a person's, begin with. */
import type { Clock } from '@belay/trace'
import { z } from 'zod'
import { defineTool, FREE, failed, ok } from '../../tools/define-tool'
import { defineExtension } from '../define-extension'
import type { Extension } from '../extension'
import type { KeptValue } from '../kept-value'
import { type PageAct, pageCommand } from '../page-command'
import type { CommandContext } from '../session-command'
import { memoryPage } from './memory-page'
import {
  forget,
  memoryBlock,
  type NoteChange,
  type NoteList,
  notesText,
  remember,
  rewrite,
  SCOPES,
  type Scope,
  scopeOf,
  search,
} from './notes'

export interface MemoryParts {
  /** Notes by workspace, and under `PERSON` those of the person. */
  readonly store: KeptValue<NoteList>
  readonly clock: Pick<Clock, 'now'>
}

/** No path is written like it. */
const PERSON = 'person'
/** What is found beyond is named by its number. */
const MOST_FOUND = 50

export function createMemory(parts: MemoryParts): Extension {
  return defineExtension({
    name: 'memory',
    description: 'Notes that outlive a session: of a workspace, and of yours.',
    plugins: [
      { kind: 'context', name: 'memory', load: ({ workspace }) => memoryBlock(notesOf(parts, workspace)) },
      { kind: 'tool', tools: () => tools(parts), instructions: HOW },
      {
        kind: 'command',
        commands: () => [
          pageCommand({
            name: 'memory',
            description: 'What is remembered across sessions.',
            actions: ['add', 'person', 'edit', 'forget'],
            page: ({ workspace }) => memoryPage(notesOf(parts, workspace)),
            act: (act, context) => acted(parts, context, act),
          }),
        ],
      },
    ],
  })
}

const HOW =
  'memory.remember keeps what a later session needs and cannot read from the files: decisions, preferences of the person, traps. One fact a note; no secrets. Forget what is not true any more.'

function keyOf(scope: Scope, workspace: string): string {
  return scope === 'person' ? PERSON : workspace
}

function notesOf({ store }: MemoryParts, workspace: string): Readonly<Record<Scope, NoteList>> {
  return { workspace: store.read(workspace), person: store.read(PERSON) }
}

interface In {
  readonly scope: Scope
  readonly workspace: string
}

function changed({ store }: MemoryParts, { scope, workspace }: In, make: (list: NoteList) => NoteChange): NoteChange {
  const key = keyOf(scope, workspace)
  const change = make(store.read(key))
  if (change.ok) store.write(key, change.list)
  return change
}

const kept = z.strictObject({
  text: z.string().describe('One fact, understood without the conversation.'),
  scope: z.enum(SCOPES).default('workspace').describe('workspace; person: for every workspace of the person.'),
})

function tools(parts: MemoryParts) {
  return [
    defineTool({
      name: 'memory.remember',
      description: 'Keeps a note for later sessions.',
      readOnly: false,
      schema: kept,
      ...{ subject: ({ text }) => text, need: () => FREE },
      run: async ({ text, scope }, { workspace }) => {
        const noted = { text, scope, at: parts.clock.now(), by: 'model' } as const
        const change = changed(parts, { scope, workspace }, (list) => remember(list, noted))
        return change.ok ? ok(`Kept as ${change.note.id}.`) : failed(change.message)
      },
    }),
    defineTool({
      name: 'memory.forget',
      description: 'Removes a note.',
      readOnly: false,
      schema: z.strictObject({ id: z.string().describe('As memory.search names it.') }),
      ...{ subject: ({ id }) => id, need: () => FREE },
      run: async ({ id }, { workspace }) => {
        const change = changed(parts, { scope: scopeOf(id), workspace }, (list) => forget(list, id))
        return change.ok ? ok(`Forgotten: ${change.note.text}`) : failed(change.message)
      },
    }),
    defineTool({
      name: 'memory.search',
      description: 'Notes that hold all of the words, the latest first; without words all.',
      readOnly: true,
      schema: z.strictObject({ query: z.string().default('') }),
      ...{ subject: ({ query }) => query, need: () => FREE },
      run: async ({ query }, { workspace }) => {
        const of = notesOf(parts, workspace)
        const found = search([...of.workspace.notes, ...of.person.notes], query)
        const more = found.length > MOST_FOUND ? `\n${found.length - MOST_FOUND} more: search with more words.` : ''
        return ok(found.length === 0 ? 'No note fits.' : `${notesText(found.slice(0, MOST_FOUND))}${more}`)
      },
    }),
  ]
}

function acted(
  parts: MemoryParts,
  { workspace, note }: CommandContext,
  { action, details, of, rest }: PageAct,
): string {
  const at = parts.clock.now()
  const add = (scope: Scope) =>
    changed(parts, { scope, workspace }, (list) => remember(list, { text: details, scope, at, by: 'person' }))
  const about = (make: (list: NoteList) => NoteChange) => changed(parts, { scope: scopeOf(of), workspace }, make)
  const told = (change: NoteChange, what: string): string => {
    if (!change.ok) throw new Error(`${change.message}.`)
    note(`The person ${what} a note of memory (${change.note.id}): ${change.note.text}`)
    return `${change.note.id}: ${what}.`
  }
  switch (action) {
    case 'add':
      return told(add('workspace'), 'added')
    case 'person':
      return told(add('person'), 'added')
    case 'edit':
      return told(
        about((list) => rewrite(list, { id: of, text: rest, at })),
        'changed',
      )
    default:
      return told(
        about((list) => forget(list, of)),
        'removed',
      )
  }
}
