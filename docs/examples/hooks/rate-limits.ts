// Waits out a provider that asked to be waited out, and leaves the rest to the built-in repair.
import { defineHook } from '@belay/hooks'
import { z } from 'zod'

const WORTH_WAITING = ['rate limit', 'rate_limit', '429', 'overloaded', '503', 'try again']

export default defineHook({
  name: 'rate-limits',
  description: 'Tries a model call again after a moment where the provider was busy.',
  points: ['errors.on'],
  params: z.object({
    seconds: z.number().min(0).max(30).default(5).describe('How long to wait.'),
  }),
  run(t, { err }) {
    const text = err.toLowerCase()
    return WORTH_WAITING.some((phrase) => text.includes(phrase)) ? t.retry(t.params.seconds) : t.useDefault
  },
})
