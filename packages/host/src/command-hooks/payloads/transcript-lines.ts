/**
 * A session so far in Claude Code's record format, one JSON line for each block of a message, for what hooks read at `transcript_path`.
 * Promises: a row gives the same lines with the same ids whenever it is written, so that lines can be added as rows come; each names the
 * one before it.
 */
import { createHash } from 'node:crypto'
import type { InputRow, JsonObject, ReplyEnd, ReplyRow, ResultRow, TranscriptRow, Usage } from '@belay/trace'
import { claudeName } from '../config/tool-names'
import { toolInput } from './tool-input'

export interface TranscriptSession {
  readonly id: string
  /** Of the root: `sessionId` of every line. */
  readonly rootId: string
  readonly workspace: string
  /** Ours. */
  readonly version: string
}

/** Where the lines that were written end. */
export interface TranscriptEnd {
  readonly last: string | null
  /** The line of each call, by the call's id. */
  readonly calls: ReadonlyMap<string, string>
}

export interface TranscriptLines {
  /** Without their line ends. */
  readonly lines: readonly string[]
  readonly end: TranscriptEnd
}

const NOTHING_YET: TranscriptEnd = { last: null, calls: new Map() }

/** `rows` as they follow what was written before. A row that only takes the place of another for the model is not part of it. */
export function transcriptLines(
  rows: readonly TranscriptRow[],
  session: TranscriptSession,
  from: TranscriptEnd = NOTHING_YET,
): TranscriptLines {
  const writer = new Writer(session, from)
  for (const row of rows) if (row.replaces === null) writer.row(row)
  return { lines: writer.lines, end: { last: writer.last, calls: writer.calls } }
}

class Writer {
  readonly lines: string[] = []
  readonly calls: Map<string, string>
  last: string | null

  constructor(
    private readonly session: TranscriptSession,
    from: TranscriptEnd,
  ) {
    this.last = from.last
    this.calls = new Map(from.calls)
  }

  row(row: TranscriptRow): void {
    switch (row.kind) {
      case 'input':
        this.input(row)
        break
      case 'reply':
        this.reply(row)
        break
      case 'result':
        this.result(row)
        break
    }
  }

  private input(row: InputRow): void {
    const meta: JsonObject = row.origin === 'person' ? {} : { isMeta: true }
    this.line(row, 0, { type: 'user', message: { role: 'user', content: row.text }, ...meta })
  }

  private reply(row: ReplyRow): void {
    const about = {
      id: `msg_${row.id}`,
      type: 'message',
      role: 'assistant',
      model: row.model,
      stop_reason: STOP_REASONS[row.end],
      stop_sequence: null,
      usage: usageOf(row.usage),
    }
    for (const [index, block] of this.blocks(row).entries()) {
      const uuid = this.line(row, index, { type: 'assistant', message: { ...about, content: [block] } })
      if (block.type === 'tool_use') this.calls.set(String(block.id), uuid)
    }
  }

  private blocks({ reasoning, text, calls }: ReplyRow): readonly JsonObject[] {
    const thinking = reasoning === '' ? [] : [{ type: 'thinking', thinking: reasoning, signature: '' }]
    const uses = calls.map(({ id, name, args }) => {
      const input = toolInput(name, args ?? {}, this.session.workspace)
      return { type: 'tool_use', id, name: claudeName(name), input }
    })
    // A reply that says nothing was one all the same.
    const texts = text !== '' || thinking.length + uses.length === 0 ? [{ type: 'text', text }] : []
    return [...thinking, ...texts, ...uses]
  }

  private result(row: ResultRow): void {
    const { call, content, isError } = row
    const block = { tool_use_id: call, type: 'tool_result', content, is_error: isError }
    const source = this.calls.get(call)
    this.line(row, 0, {
      type: 'user',
      message: { role: 'user', content: [block] },
      toolUseResult: isError ? `Error: ${content}` : content,
      ...(source === undefined ? {} : { sourceToolAssistantUUID: source }),
    })
  }

  private line(row: TranscriptRow, index: number, own: JsonObject): string {
    const { id, rootId, workspace, version } = this.session
    const uuid = uuidOf(`${id} ${row.id} ${index}`)
    const isChild = id !== rootId
    const line: JsonObject = {
      parentUuid: this.last,
      isSidechain: isChild,
      ...(row.turn === null ? {} : { promptId: row.turn }),
      ...(isChild ? { agentId: id } : {}),
      ...own,
      uuid,
      timestamp: new Date(row.at).toISOString(),
      userType: 'external',
      cwd: workspace,
      sessionId: rootId,
      version,
    }
    this.lines.push(JSON.stringify(line))
    this.last = uuid
    return uuid
  }
}

const STOP_REASONS: Readonly<Record<ReplyEnd, string | null>> = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
  cut: null,
  empty: null,
}

/** Claude's count of input leaves out what was read from its cache. */
function usageOf({ input, cached, output }: Usage): JsonObject {
  return {
    input_tokens: Math.max(0, (input ?? 0) - (cached ?? 0)),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached ?? 0,
    output_tokens: output ?? 0,
  }
}

/** In the shape of version 8, which leaves the bits to the one who makes it. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
