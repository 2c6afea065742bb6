/** Reads just enough of two vendors' streams to know what arguments they sent. For fixtures only: no parser of any wire. */
import type { ModelEvent } from '../model'

export function readOpenAiStream(text: string): readonly ModelEvent[] {
  const events: ModelEvent[] = []
  const open: string[] = []
  for (const chunk of dataOf(text)) {
    for (const { index, id, function: call } of chunk.choices?.[0]?.delta?.tool_calls ?? []) {
      const key = `${index}`
      if (!open.includes(key)) {
        open.push(key)
        events.push({ type: 'call.started', key, id: id ?? '', name: call.name ?? '' })
      }
      if (call.arguments !== undefined) events.push({ type: 'call.delta', key, text: call.arguments })
    }
  }
  return [
    ...events,
    ...open.map((key): ModelEvent => ({ type: 'call.ended', key })),
    { type: 'finished', end: 'calls' },
  ]
}

export function readAnthropicStream(text: string): readonly ModelEvent[] {
  return dataOf(text).flatMap((event): readonly ModelEvent[] => {
    const key = `${event.index}`
    switch (event.type) {
      case 'content_block_start':
        return [{ type: 'call.started', key, id: event.content_block?.id ?? '', name: event.content_block?.name ?? '' }]
      case 'content_block_delta':
        return [{ type: 'call.delta', key, text: event.delta?.partial_json ?? '' }]
      case 'content_block_stop':
        return [{ type: 'call.ended', key }]
      case 'message_stop':
        return [{ type: 'finished', end: 'calls' }]
      default:
        return []
    }
  })
}

interface Chunk {
  readonly type?: string
  readonly index?: number
  readonly content_block?: { readonly id?: string; readonly name?: string }
  readonly delta?: { readonly partial_json?: string }
  readonly choices?: readonly { readonly delta?: { readonly tool_calls?: readonly ToolCall[] } }[]
}

interface ToolCall {
  readonly index: number
  readonly id?: string
  readonly function: { readonly name?: string; readonly arguments?: string }
}

function dataOf(text: string): readonly Chunk[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice(6)) as Chunk)
}
