/** The extension `context`: what the next request of a session holds, and about what each part costs. Promises: nothing is sent for it. */
import type { SessionId } from '@belay/trace'
import { defineExtension } from '../define-extension'
import type { Extension } from '../extension'
import { pageCommand } from '../page-command'
import type { PageDocument, PageRow, Tone } from '../page-document'

export interface RequestPart {
  readonly name: string
  /** What kind of part: `system`, `context`, `tools`, `conversation`, `waits`. */
  readonly kind: 'system' | 'context' | 'tools' | 'conversation' | 'waits'
  /** Estimated from its length. */
  readonly tokens: number
  /** Markdown. */
  readonly detail: string
}

export interface NextRequest {
  /** `provider/model`. */
  readonly model: string
  /** Tokens that the model takes; null where nobody knows. */
  readonly window: number | null
  /** Of the last request, as its provider counted; null where none did. */
  readonly reported: number | null
  /** In the order of the request. */
  readonly parts: readonly RequestPart[]
}

export function createContext(next: (session: SessionId) => Promise<NextRequest>): Extension {
  return defineExtension({
    name: 'context',
    description: 'What the next request holds and what each part of it costs.',
    plugins: [
      {
        kind: 'command',
        commands: () => [
          {
            ...pageCommand({
              name: 'context',
              description: 'What the next request holds and what each part costs.',
              actions: [],
              page: async ({ session }) => contextPage(await next(session)),
              act: () => '',
            }),
            forModels: true,
          },
        ],
      },
    ],
  })
}

/** A part that takes more than a quarter of the window is what to look at first. */
const LARGE_SHARE = 0.25

export function contextPage({ model, window, reported, parts }: NextRequest): PageDocument {
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  const of = window === null ? '' : ` of ${counted(window)}`
  const last = reported === null ? [] : [reportedRow(reported)]
  return {
    title: `Context: about ${counted(total)}${of} tokens, ${model}`,
    empty: 'The next request holds nothing yet.',
    rows: [...parts.map((part, at) => rowOf(part, { id: `${at + 1}`, total, window })), ...last],
    actions: [],
    glance: null,
  }
}

interface Whole {
  readonly id: string
  readonly total: number
  readonly window: number | null
}

function rowOf({ name, kind, tokens, detail }: RequestPart, { id, total, window }: Whole): PageRow {
  const share = total === 0 ? 0 : Math.round((100 * tokens) / total)
  const isLarge = window !== null && tokens > window * LARGE_SHARE
  return { id, text: name, badge: `${counted(tokens)} · ${share} %`, tone: isLarge ? 'warning' : TONES[kind], detail }
}

const TONES: Readonly<Record<RequestPart['kind'], Tone>> = {
  system: 'neutral',
  context: 'neutral',
  tools: 'neutral',
  conversation: 'neutral',
  waits: 'good',
}

function reportedRow(tokens: number): PageRow {
  const detail =
    'As its provider counted the whole of it. The other numbers are estimated: four characters are a token.'
  return { id: 'reported', text: 'The last request', badge: counted(tokens), tone: 'neutral', detail }
}

function counted(tokens: number): string {
  return tokens.toLocaleString('en')
}
