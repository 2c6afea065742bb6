// The prompt that summaries are made with, read from prompts/ each time.
import { readFileSync } from 'node:fs'
import type { Answer, T } from '@belay/hooks'

const PROMPT = new URL('../prompts/summarize.md', import.meta.url)

export function summarize(t: T, prompt: string): Answer<'memory.summarize'> {
  try {
    return readFileSync(PROMPT, 'utf8')
  } catch {
    // The same as t.useDefault, or as prompt.
    return t.default.summarize(prompt)
  }
}
