// Waits out a provider that asked to be waited out, and leaves the rest to the built-in repair.
import type { Answer, T } from '@belay/hooks'

const WORTH_WAITING = ['rate limit', 'rate_limit', '429', 'overloaded', '503', 'try again']

export function on(t: T, err: string): Answer<'errors.on'> {
  const text = err.toLowerCase()
  return WORTH_WAITING.some((phrase) => text.includes(phrase)) ? t.retry(1) : t.useDefault
}
