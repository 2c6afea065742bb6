/**
 * The summary of a part of a conversation. What does not fit the summarizer's window at once goes to it in parts, each with
 * the summary of those before it.
 */
import type { SpanId, ViewItem } from '@belay/trace'
import { callBeside } from '../beside'
import { type Stage, windowOf } from '../stage'
import { cutMessage } from './cut-message'
import { charsOf } from './size'

export const SUMMARY_PROMPT = [
  'Sum up the conversation below for the agent that goes on with it and will not see it any more.',
  'Keep what was asked and decided, in the words of whoever asked where they matter; what was done, with paths, commands and',
  'how they came out; what failed and why; what is still open, and the next step.',
  'Leave out what no longer matters. Answer with the summary alone.',
].join('\n')

/** Of one message: a result is rarely needed to the letter to say what came of it. */
const LONGEST_TOLD_CHARS = 8_000
/** What one call is given, of its window: the rest is for the prompt, the summary so far and the answer. */
const PART_SHARE = 0.7
/** Where the window is unknown: fits any that is in use today. */
const PART_CHARS = 100_000

export interface Summarizing {
  readonly span: SpanId
  readonly prompt: string
  readonly items: readonly ViewItem[]
}

export type Summary = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string }

export async function summarize(stage: Stage, { span, prompt, items }: Summarizing): Promise<Summary> {
  const { base } = stage
  const window = windowOf(stage, base)
  const parts = partsOf(items, window === null ? PART_CHARS : Math.max(1, charsOf(window * PART_SHARE)))
  let text = ''
  for (const part of parts) {
    const said = await callBeside(stage, {
      ...base,
      parent: span,
      purpose: 'compaction',
      system: prompt,
      prompt: text === '' ? part : `The summary of what came before:\n${text}\n\nThe conversation goes on:\n${part}`,
      signal: stage.setup.signal,
    })
    if (!said.ok) return said
    text = said.draft.text.trim()
    if (text === '') return { ok: false, why: 'the model gave an empty summary' }
  }
  return { ok: true, text }
}

function partsOf(items: readonly ViewItem[], most: number): readonly string[] {
  const parts: string[] = []
  let part: readonly string[] = []
  let length = 0
  for (const told of items.map((item) => cutMessage(tell(item), Math.min(LONGEST_TOLD_CHARS, most)))) {
    if (length > 0 && length + told.length > most) {
      parts.push(part.join('\n\n'))
      part = []
      length = 0
    }
    part = [...part, told]
    length += told.length + 2
  }
  return part.length === 0 ? parts : [...parts, part.join('\n\n')]
}

function tell(item: ViewItem): string {
  if (item.kind === 'summary') return `SUMMARY OF WHAT CAME BEFORE\n${item.text}`
  const { row } = item
  switch (row.kind) {
    case 'input':
      return `${row.origin === 'person' ? 'PERSON' : row.origin.toUpperCase()}${row.from === null ? '' : ` ${row.from}`}\n${row.text}`
    case 'reply':
      return ['AGENT', row.text, ...row.calls.map((call) => `calls ${call.name} ${call.raw}`)]
        .filter((line) => line !== '')
        .join('\n')
    case 'result':
      return `RESULT of ${row.name}${row.isError ? ' (an error)' : ''}\n${row.content}`
  }
}
