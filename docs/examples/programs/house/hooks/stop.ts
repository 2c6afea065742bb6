// A turn must not end while a build that it started is still running.
import { spawnSync } from 'node:child_process'
import type { AnswerAt, HookReply, Snapshot } from '@belay/hooks'

export function done(t: Snapshot, reply: HookReply): AnswerAt<'stop.done'> {
  if (reply.calls.length > 0) return t.useDefault
  const { status } = spawnSync('pgrep', ['-f', '^(\\S*/)?make build'])
  return status === 0 ? t.askAgain('The build is still running. Wait for it.') : t.useDefault
}
