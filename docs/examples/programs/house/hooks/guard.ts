// Adds information and refuses nothing: a large window is worth a question, not an instruction.
import type { Answer, T } from '@belay/hooks'

const ASK_ABOVE = 80_000

export function onInput(t: T, msg: string): Answer<'guard.onInput'> {
  if (t.promptTokens === null || t.promptTokens < ASK_ABOVE) return t.useDefault
  const limit = t.budget === null ? '' : `, of a ${t.budget} limit`
  return `${msg}\n\n[context: the last request was ${t.promptTokens} prompt tokens${limit}. Is any of it finished business?]`
}
