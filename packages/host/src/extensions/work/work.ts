/** The extension `work`: a list that a person and their agents share, with tools, a page and a command. */
import type { ToolResult } from '@belay/agent'
import type { SessionId } from '@belay/trace'
import { z } from 'zod'
import { defineTool, FREE, failed, ok } from '../../tools/define-tool'
import { defineExtension } from '../define-extension'
import { EMPTY, type Extension, type Managed } from '../extension'
import type { KeptValue } from '../kept-value'
import { type PageAct, pageCommand } from '../page-command'
import type { CommandContext, SessionCommand } from '../session-command'
import {
  type Changed,
  createItem,
  listText,
  removeItem,
  STATUSES,
  updateItem,
  type WorkList,
  type WorkStatus,
} from './work-list'
import { workPage } from './work-page'

/** Lists by session. */
export type WorkStore = KeptValue<WorkList>

export function createWork(store: WorkStore): Extension {
  return defineExtension({
    name: 'work',
    description: 'A list of work that you and the model share; every change names the revision that it was made from.',
    plugins: [{ kind: 'managed', prepare: async ({ session }) => managed(store, session) }],
  })
}

function managed(store: WorkStore, session: SessionId): Managed {
  return { ...EMPTY, tools: tools(store, session), instructions: [HOW], commands: [command(store)] }
}

const HOW =
  'Keep the plan of longer work in the shared list: work.list before you change it, work.create for what is to be done, work.update as you go. The person sees it and changes it too.'

const id = z.string().regex(/^\d+$/).describe('Number of the item.')
const revision = z.int().min(1).describe('The revision that you saw.')

function tools(store: WorkStore, session: SessionId) {
  const change = (make: (list: WorkList) => Changed): ToolResult => {
    const changed = make(store.read(session))
    if (!changed.ok) return failed(changed.message)
    store.write(session, changed.list)
    return ok(listText(changed.list))
  }
  return [
    defineTool({
      ...{ name: 'work.list', description: 'The shared list of work.', readOnly: true, schema: z.strictObject({}) },
      ...{ subject: () => '', need: () => FREE, run: async () => ok(listText(store.read(session))) },
    }),
    defineTool({
      name: 'work.create',
      description: 'Adds an item to the shared list.',
      readOnly: false,
      schema: z.strictObject({ title: z.string(), parent: id.optional().describe('The item that it is a part of.') }),
      ...{ subject: ({ title }) => title, need: () => FREE },
      run: async ({ title, parent = null }) => change((list) => createItem(list, { title, parent })),
    }),
    defineTool({
      name: 'work.update',
      description: 'Changes the title or the status of an item.',
      readOnly: false,
      schema: z.strictObject({ id, revision, title: z.string().optional(), status: z.enum(STATUSES).optional() }),
      ...{
        subject: ({ id: of, status }) => [of, status].filter((part) => part !== undefined).join(' '),
        need: () => FREE,
      },
      run: async ({ id: of, revision: from, title, status }) =>
        change((list) => updateItem(list, { id: of, revision: from }, { title, status })),
    }),
    defineTool({
      name: 'work.delete',
      description: 'Removes an item that has no parts.',
      readOnly: false,
      schema: z.strictObject({ id, revision }),
      ...{ subject: ({ id: of }) => of, need: () => FREE },
      run: async ({ id: of, revision: from }) => change((list) => removeItem(list, { id: of, revision: from })),
    }),
  ]
}

function command(store: WorkStore): SessionCommand {
  return pageCommand({
    name: 'work',
    description: 'The list of work that you share with the model.',
    actions: ['add', 'edit', 'status', 'done', 'remove'],
    page: ({ session }) => workPage(store.read(session)),
    act: (act, context) => acted(store, context, act),
  })
}

/** By a person: what they change they see, and the model is told of it. */
function acted(store: WorkStore, { session, note }: CommandContext, act: PageAct): string {
  const changed = changeOf(store.read(session), act)
  if (!changed.ok) throw new Error(`${changed.message}.`)
  store.write(session, changed.list)
  const { item } = changed
  const what = { add: 'added', remove: 'removed' }[act.action] ?? `changed (${item.status})`
  note(`The person ${what} item ${item.id} of the shared list of work: ${item.title}`)
  return `${item.id}. ${item.title}: ${what}.`
}

function changeOf(list: WorkList, { action, of, rest, details }: PageAct): Changed {
  const seen = { id: of, revision: null }
  switch (action) {
    case 'add':
      return createItem(list, { title: details, parent: null })
    case 'edit':
      return updateItem(list, seen, { title: rest })
    case 'done':
      return updateItem(list, seen, { status: 'done' })
    case 'status':
      return isStatus(rest)
        ? updateItem(list, seen, { status: rest })
        : { ok: false, message: `a status is one of ${STATUSES.join(', ')}, not “${rest}”` }
    default:
      return removeItem(list, seen)
  }
}

function isStatus(text: string): text is WorkStatus {
  return STATUSES.some((status) => status === text)
}
