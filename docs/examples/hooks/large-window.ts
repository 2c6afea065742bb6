// Says how large the window is, once that matters. A model that is told so in every turn learns to skip the line, and
// each rewrite of the newest message moves what the provider had cached.
import { defineHook } from '@belay/hooks'
import { z } from 'zod'

export default defineHook({
  name: 'large-window',
  description: 'Adds a note to a message where the window has grown large.',
  points: ['guard.onInput'],
  params: z.object({
    above: z.int().min(1).default(80_000).describe('Tokens of the last request from which the note is added.'),
  }),
  run(t, { msg }) {
    if (t.promptTokens === null || t.promptTokens < t.params.above) return t.useDefault
    const limit = t.budget === null ? '' : `, of a ${t.budget} limit`
    return [
      msg,
      '',
      `[context: the last request was ${t.promptTokens} prompt tokens${limit}. Before answering, decide whether any of`,
      'this window is finished business. If all of it is still live, carry on: this is a question, not an instruction.]',
    ].join('\n')
  },
})
