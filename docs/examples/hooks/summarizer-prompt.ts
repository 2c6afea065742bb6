// The prompt that summaries are made with, read from a file each time. It gives the prompt and not the summary: what a
// conversation must not lose is yours to say, all else is the loop's.
import { readFileSync } from 'node:fs'
import { defineHook } from '@belay/hooks'

const PROMPT = new URL('../prompts/summarize.md', import.meta.url)

export default defineHook({
  name: 'summarizer-prompt',
  description: 'Has conversations summed up by the prompt in prompts/summarize.md.',
  on: {
    'memory.summarize': (t) => {
      try {
        return readFileSync(PROMPT, 'utf8')
      } catch {
        return t.useDefault
      }
    },
  },
})
