// The opening of a conversation is where the plan is made, and where a wrong plan costs the most.
import { defineHook } from '@belay/hooks'
import { z } from 'zod'

export default defineHook({
  name: 'model-by-turn',
  description: 'Takes the first steps of a session on another model, which may be slower.',
  params: z.object({
    provider: z.string().min(1).describe('Whose model it is.'),
    model: z.string().min(1).describe('The model for the first steps.'),
    passes: z.int().min(1).default(3).describe('How many steps of the session it takes.'),
  }),
  on: {
    'model.choose': (t) => {
      const { provider, model, passes } = t.params
      return t.pass <= passes ? { provider, model } : t.useDefault
    },
  },
})
