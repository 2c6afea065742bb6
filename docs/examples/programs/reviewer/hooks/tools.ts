import type { Call, Snapshot } from '@belay/hooks'

const CHANGES = ['files.write', 'files.edit']

/** A reviewer changes nothing, whoever asks. */
export function before(t: Snapshot, call: Call) {
  return CHANGES.includes(call.name) ? t.deny(`a review changes nothing, so ${call.name} is refused`) : t.useDefault
}
