/** What the next request of a session holds, part by part, with what each is about to cost. Read off what is there: nothing is asked or sent. */
import { tokensOfItem, tokensOfText } from '@belay/agent'
import type { Database } from '@belay/db'
import type { HookLibrary, NextRequest, Prepared, RequestPart } from '@belay/host'
import { HistoryView, type QueuedInput, type SessionId, type TranscriptRow, type ViewItem } from '@belay/trace'
import type { Sessions } from '../sessions/sessions'
import { systemPrompt } from '../sessions/system-prompt'
import { modelOf, splitModel } from '../sessions/turn-setup'
import type { SessionExtensions } from './session-extensions'

export interface NextRequestParts {
  readonly db: Database
  readonly sessions: Pick<Sessions, 'record' | 'runner'>
  readonly extensions: Pick<SessionExtensions, 'live' | 'prefix' | 'modelsOf'>
  readonly library: Pick<HookLibrary, 'program'>
}

/** What is shown of a text beside the list. */
const MOST_SHOWN = 4_000

export async function nextRequest(parts: NextRequestParts, id: SessionId): Promise<NextRequest> {
  const { db, sessions, extensions, library } = parts
  const record = sessions.record(id)
  const named = sessions.runner(id).composition().program
  const program = named === undefined ? null : await library.program(named)
  const model = modelOf(record, program)
  const { provider, model: name } = splitModel(model)
  const view = new HistoryView(
    db.rows(id),
    db.historyEdits(id).map(({ edit }) => edit),
  )
  const [live, prefix] = [extensions.live(id), extensions.prefix(id)]
  return {
    model,
    window: extensions.modelsOf(id).resolve(provider, name)?.window(name) ?? null,
    reported: lastReported(view.rows()),
    parts: [
      ...systemParts(record.workspace, { system: program?.system ?? null, prefix }),
      ...(prefix?.contexts ?? []).map(({ name: block, text }) =>
        textPart({ name: `Context: ${block}`, kind: 'context' }, text),
      ),
      ...toolParts(live, record.tools),
      ...conversationParts(view.items()),
      ...waitingParts(db.queued(id)),
    ],
  }
}

type Head = Pick<RequestPart, 'name' | 'kind'>

function textPart(head: Head, text: string): RequestPart {
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
  return { ...head, tokens: tokensOfText(text), detail: fenced(shown) }
}

/** As it is written: it is no markdown of ours. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

interface System {
  /** A program's; it is the whole prompt then. */
  readonly system: string | null
  readonly prefix: Prepared | null
}

function systemParts(workspace: string, { system, prefix }: System): readonly RequestPart[] {
  if (system !== null) return [textPart({ name: 'Prompt of the program', kind: 'system' }, system)]
  const instructions = prefix?.instructions ?? []
  return [
    textPart({ name: 'Prompt', kind: 'system' }, systemPrompt(workspace, [])),
    ...instructions.map(({ extension, text }) => textPart({ name: `How ${extension} is used`, kind: 'system' }, text)),
  ]
}

/** One part an extension. A child may have been given fewer tools than there are. */
function toolParts(live: Prepared | null, limited: readonly string[] | null): readonly RequestPart[] {
  const tools = (live?.tools ?? []).filter(({ tool }) => limited === null || limited.includes(tool.name))
  return [...groupedBy(tools, ({ extension }) => extension)].map(([extension, own]) => {
    const sizes = own.map(({ tool: { name, description, schema } }) => ({
      name,
      tokens: tokensOfText(`${name}${description}${JSON.stringify(schema)}`),
    }))
    const detail = sizes.map(({ name, tokens }) => `- \`${name}\`: ${tokens}`).join('\n')
    return { name: `Tools of ${extension}`, kind: 'tools', tokens: sumOf(sizes), detail }
  })
}

function conversationParts(items: readonly ViewItem[]): readonly RequestPart[] {
  return [...groupedBy(items, wordOf)].map(([name, own]) => {
    const tokens = sumOf(own.map((item) => ({ tokens: tokensOfItem(item, Number.POSITIVE_INFINITY) })))
    return { name, kind: 'conversation', tokens, detail: `${own.length === 1 ? 'One row' : `${own.length} rows`}.` }
  })
}

function wordOf(item: ViewItem): string {
  if (item.kind === 'summary') return 'Summaries'
  const { row } = item
  switch (row.kind) {
    case 'reply':
      return 'Replies and their calls'
    case 'result':
      return 'Results of calls'
    case 'input':
      return row.origin === 'person' ? 'What you said' : row.origin === 'reminder' ? 'Reminders' : 'What others said'
  }
}

function waitingParts(queued: readonly QueuedInput[]): readonly RequestPart[] {
  return queued.map(({ text, origin, from }) =>
    textPart({ name: `Waits: ${origin}${from === null ? '' : ` of ${from}`}`, kind: 'waits' }, text),
  )
}

function lastReported(rows: readonly TranscriptRow[]): number | null {
  const reply = rows.findLast((row) => row.kind === 'reply')
  return reply?.kind === 'reply' ? reply.usage.input : null
}

function sumOf(sizes: readonly { readonly tokens: number }[]): number {
  return sizes.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Groups in the order of their first ones. */
function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return groups
}
