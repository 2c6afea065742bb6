/**
 * The view of the conversation as messages of a request. Promises that every call is directly followed by its result, in the
 * order of the calls, and that no empty text is sent. Never changes a row.
 */
import type { CallId, CallRecord, InputRow, ReplyRow, ResultRow, TranscriptRow, ViewItem } from '@belay/trace'
import { cutMessage } from './memory/cut-message'
import type { Message } from './model'

type AssistantMessage = Extract<Message, { role: 'assistant' }>
type ResultMessage = Extract<Message, { role: 'result' }>

export const LOST_RESULT =
  'The outcome of this call is unknown: it was interrupted before its result was recorded. It was not run again.'

/** `limit`: characters of one message, beyond which its middle is left out. */
export function buildMessages(items: readonly ViewItem[], limit = Number.POSITIVE_INFINITY): readonly Message[] {
  return pairCalls(items.flatMap((item) => messagesOf(item, limit)))
}

function messagesOf(item: ViewItem, limit: number): readonly Message[] {
  if (item.kind === 'summary') return [{ role: 'user', text: cutMessage(summaryText(item.text), limit) }]
  return ownMessages(item.row).map((message) => cutWhole(message, limit))
}

function summaryText(text: string): string {
  return `[summary of what came before]\n${text}`
}

function cutWhole(message: Message, limit: number): Message {
  if (message.role === 'result')
    return message.content.length <= limit ? message : { ...message, content: cutMessage(message.content, limit) }
  return message.text.length <= limit ? message : { ...message, text: cutMessage(message.text, limit) }
}

/** Calls of the rows that can be sent and have no result: what a crash or a lost process left open. */
export function findOpenCalls(rows: readonly TranscriptRow[]): readonly CallRecord[] {
  const answered = new Set(rows.flatMap((row) => (row.kind === 'result' ? [row.call] : [])))
  return rows
    .flatMap((row) => (row.kind === 'reply' ? row.calls : []))
    .filter((call) => call.complete && !answered.has(call.id))
}

/** Puts each result behind its call, makes the missing ones, and leaves out results that belong to no call. */
export function pairCalls(messages: readonly Message[]): readonly Message[] {
  const results = new Map<CallId, ResultMessage>()
  for (const message of messages) if (message.role === 'result') results.set(message.call, message)
  return messages.flatMap((message): readonly Message[] => {
    if (message.role === 'result') return []
    if (message.role === 'user') return [message]
    return [message, ...message.calls.map((call) => results.get(call.id) ?? lostResult(call))]
  })
}

function lostResult(call: { readonly id: CallId; readonly name: string }): ResultMessage {
  return { role: 'result', call: call.id, name: call.name, content: LOST_RESULT, isError: true }
}

/** Rows never change, and a long session has many of them in every request. */
const KNOWN = new WeakMap<TranscriptRow, readonly Message[]>()

function ownMessages(row: TranscriptRow): readonly Message[] {
  const known = KNOWN.get(row)
  if (known !== undefined) return known
  const made = messageOf(row)
  KNOWN.set(row, made)
  return made
}

function messageOf(row: TranscriptRow): readonly Message[] {
  switch (row.kind) {
    case 'input':
      return row.text.trim() === '' ? [] : [{ role: 'user', text: labelled(row) }]
    case 'reply':
      return assistantOf(row)
    case 'result':
      return [resultOf(row)]
  }
}

/** A model must be able to tell what a person said from what was put beside it. */
function labelled(row: InputRow): string {
  if (row.origin === 'person' || row.origin === 'loop') return row.text
  return `[${row.origin}${row.from === null ? '' : ` ${row.from}`}] ${row.text}`
}

function assistantOf(row: ReplyRow): readonly AssistantMessage[] {
  const calls = row.calls
    .filter((call) => call.complete)
    .map((call) => ({ id: call.id, name: call.name, args: call.args ?? {} }))
  const text = row.text.trim() === '' ? '' : row.text
  if (text === '' && calls.length === 0) return []
  const message: AssistantMessage = { role: 'assistant', text, reasoning: row.reasoning, calls }
  return [row.kept === undefined ? message : { ...message, kept: row.kept }]
}

function resultOf(row: ResultRow): ResultMessage {
  const content = row.content === '' ? '(no output)' : row.content
  return { role: 'result', call: row.call, name: row.name, content, isError: row.isError }
}
