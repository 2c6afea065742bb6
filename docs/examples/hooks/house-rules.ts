// Adds a section to what every turn is told.
import { defineHook } from '@belay/hooks'
import { z } from 'zod'

export default defineHook({
  name: 'house-rules',
  description: 'Adds a section to what every turn is told.',
  points: ['context.build'],
  params: z.object({
    rules: z
      .string()
      .min(1)
      .default('Answer in one paragraph unless asked for more.')
      .describe('What the section says.'),
  }),
  run: (t) => ({ system: `${t.system}\n\n## House rules\n${t.params.rules}` }),
})
