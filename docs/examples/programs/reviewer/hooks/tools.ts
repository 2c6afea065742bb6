import type { Answer, Call, T } from '@belay/hooks'

const CHANGES = ['files.write', 'files.edit']

/** A reviewer changes nothing, whoever asks. */
export function before(t: T, call: Call): Answer<'tools.before'> {
  return CHANGES.includes(call.name) ? t.deny(`a review changes nothing, so ${call.name} is refused`) : t.useDefault
}
