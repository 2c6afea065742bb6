// A turn must not end while a build that it started is still running.
import { spawnSync } from 'node:child_process'
import type { Answer, Reply, T } from '@belay/hooks'

export function done(t: T, reply: Reply): Answer<'stop.done'> {
  if (reply.calls.length > 0) return t.useDefault
  const { status } = spawnSync('pgrep', ['-f', '^(\\S*/)?make build'])
  return status === 0 ? t.askAgain('The build is still running. Wait for it.') : t.useDefault
}
