/** Whether a failed model call says that the request does not fit the model's window, by what the vendors write. */
import type { ModelError } from '../model'

const SAYS_TOO_LONG = [
  /context[_ ]length[_ ]exceeded/i,
  /(?:context|token|prompt|input|request)[^.]{0,60}(?:too long|too large|exceed)/i,
  /exceed[^.]{0,60}(?:context|token limit|maximum.{0,20}tokens|window)/i,
  /maximum context length/i,
  /too many (?:input )?tokens(?! per)/i,
]

/** A rate limit also speaks of tokens, and waiting helps there. */
export function isTooLong({ message, facts }: ModelError): boolean {
  if (facts.status === 429 || (facts.status !== null && facts.status >= 500)) return false
  return facts.status === 413 || SAYS_TOO_LONG.some((pattern) => pattern.test(message))
}
