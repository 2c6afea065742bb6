/** One reply in the words of each vendor: a line of reasoning, a text, one call of `files.read`, and what it cost. */

import { compatible, type Vendor } from '../index'
import { VENDORS } from '../vendors'

export interface VendorWire {
  readonly vendor: Vendor
  /** What the base URL ends with, where the vendor's own ends with it. */
  readonly prefix: string
  /** Streams, as the vendor sends them. */
  readonly reply: string
}

const sse = (...events: readonly object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const named = (...events: readonly { readonly type: string; readonly [key: string]: unknown }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

const ARGS = ['{"file_path":', '"a.ts"}']

const anthropicReply = named(
  {
    type: 'message_start',
    message: {
      ...{
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
      },
      usage: { input_tokens: 4, cache_read_input_tokens: 8, cache_creation_input_tokens: 0, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Grüße' } },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'content_block_start',
    index: 2,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'files_read', input: {} },
  },
  ...ARGS.map((part) => ({
    ...{ type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: part } },
  })),
  { type: 'content_block_stop', index: 2 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 20 } },
  { type: 'message_stop' },
)

const responsesCall = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'files_read' }
const responsesReply = named(
  { type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'm', service_tier: null } },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'reasoning', id: 'rs_1', encrypted_content: null },
  },
  { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', summary_index: 0 },
  { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', summary_index: 0, delta: 'hm' },
  { type: 'response.reasoning_summary_part.done', item_id: 'rs_1', summary_index: 0 },
  {
    ...{ type: 'response.output_item.done', output_index: 0 },
    item: {
      type: 'reasoning',
      id: 'rs_1',
      encrypted_content: 'sealed',
      summary: [{ type: 'summary_text', text: 'hm' }],
    },
  },
  { type: 'response.output_item.added', output_index: 1, item: { type: 'message', id: 'msg_1' } },
  { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Grüße' },
  { type: 'response.output_item.done', output_index: 1, item: { type: 'message', id: 'msg_1' } },
  { type: 'response.output_item.added', output_index: 2, item: { ...responsesCall, arguments: '' } },
  ...ARGS.map((delta) => ({
    ...{ type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 2, delta },
  })),
  {
    ...{ type: 'response.output_item.done', output_index: 2 },
    item: { ...responsesCall, arguments: ARGS.join(''), status: 'completed' },
  },
  {
    type: 'response.completed',
    response: {
      usage: {
        ...{ input_tokens: 12, input_tokens_details: { cached_tokens: 8 } },
        ...{ output_tokens: 20, output_tokens_details: { reasoning_tokens: 5 } },
      },
    },
  },
)

const googleReply = sse(
  { candidates: [{ content: { role: 'model', parts: [{ text: 'hm', thought: true, thoughtSignature: 'c2ln' }] } }] },
  { candidates: [{ content: { role: 'model', parts: [{ text: 'Grüße' }] } }] },
  {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ functionCall: { name: 'files_read', args: { file_path: 'a.ts' } }, thoughtSignature: 'Y2FsbA==' }],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: {
      ...{ promptTokenCount: 12, cachedContentTokenCount: 8, candidatesTokenCount: 15, thoughtsTokenCount: 5 },
      totalTokenCount: 32,
    },
  },
)

const choice = (delta: object, finish: string | null = null) => ({
  ...{ id: 'c1', object: 'chat.completion.chunk', model: 'm' },
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const toolCall = (fn: object) => choice({ tool_calls: [{ index: 0, ...fn }] })
const chatReply = `${sse(
  choice({ role: 'assistant', reasoning_content: 'hm' }),
  choice({ content: 'Grüße' }),
  toolCall({ id: 'call_1', type: 'function', function: { name: 'files_read', arguments: ARGS[0] } }),
  toolCall({ function: { arguments: ARGS[1] } }),
  choice({}, 'tool_calls'),
  {
    ...{ id: 'c1', object: 'chat.completion.chunk', model: 'm', choices: [] },
    usage: {
      ...{ prompt_tokens: 12, completion_tokens: 20, total_tokens: 32 },
      prompt_tokens_details: { cached_tokens: 8 },
    },
  },
)}data: [DONE]\n\n`

function vendor(name: string): Vendor {
  const found = VENDORS.find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no vendor ${name}`)
  return found
}

export const WIRES: readonly VendorWire[] = [
  { vendor: vendor('anthropic'), prefix: '/v1', reply: anthropicReply },
  { vendor: vendor('openai'), prefix: '/v1', reply: responsesReply },
  { vendor: vendor('google'), prefix: '/v1beta', reply: googleReply },
  { vendor: vendor('alibaba'), prefix: '/v1', reply: chatReply },
  { vendor: compatible('compatible', 'the endpoint', 'http://127.0.0.1:9/v1'), prefix: '/v1', reply: chatReply },
]
