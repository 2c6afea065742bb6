// Takes the job of keeping the window: the built-in cuts do not run, whatever was done or left. What was said is never
// rewritten; only the view that requests are built from is.
import { defineHook } from '@belay/hooks'
import { z } from 'zod'

export default defineHook({
  name: 'fold-detours',
  description: 'Folds the middle of a long conversation into one line, and keeps its beginning and end as they are.',
  points: ['memory.keep'],
  params: z.object({
    rows: z.int().min(6).default(60).describe('Rows from which it folds.'),
    end: z.int().min(2).default(20).describe('Rows at the end that stay as they are.'),
  }),
  async run(t) {
    const tags = await t.history.tags
    if (tags.length < t.params.rows) return t.useDefault
    const [from, to] = [tags[1], tags[tags.length - t.params.end - 1]]
    if (from === undefined || to === undefined || to <= from) return t.useDefault
    await t.history.collapse(from, to, '(Earlier work was left out here.)')
    return t.handled()
  },
})
