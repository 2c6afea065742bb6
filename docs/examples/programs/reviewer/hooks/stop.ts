import type { Reply, Snapshot } from '@belay/hooks'

/** A review without a finding says so in a word. */
export function done(t: Snapshot, reply: Reply, { held }: { readonly held: number }) {
  if (reply.calls.length > 0 || held > 0 || /findings?\b/i.test(reply.text)) return t.useDefault
  return t.askAgain('List your findings, or say that there are no findings.')
}
