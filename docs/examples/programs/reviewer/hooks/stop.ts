import type { Answer, Events, Reply, T } from '@belay/hooks'

/** A review without a finding says so in a word. */
export function done(t: T, reply: Reply, { held }: Events['stop.done']): Answer<'stop.done'> {
  if (reply.calls.length > 0 || held > 0 || /findings?\b/i.test(reply.text)) return t.useDefault
  return t.askAgain('List your findings, or say that there are no findings.')
}
