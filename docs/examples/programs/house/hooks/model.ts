// The opening of a conversation is where the plan is made, and where a wrong plan costs the most.
import type { Answer, T } from '@belay/hooks'

export function choose(t: T): Answer<'model.choose'> {
  return t.pass <= 3 ? { model: 'large', provider: 'scripted' } : t.useDefault
}
