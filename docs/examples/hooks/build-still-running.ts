// A turn must not end while a build that it started is still running. A count of steps knows nothing of whether the work
// is finished; this does.
import { spawnSync } from 'node:child_process'
import { defineHook } from '@belay/hooks'
import { z } from 'zod'

export default defineHook({
  name: 'build-still-running',
  description: 'Keeps a turn going as long as a build is running.',
  params: z.object({
    pattern: z
      .string()
      .min(1)
      .default('^(\\S*/)?make build')
      .describe('What the command line of the build looks like, for pgrep -f.'),
  }),
  on: {
    'stop.done': (t, reply) => {
      if (reply.calls.length > 0) return t.useDefault
      const { status } = spawnSync('pgrep', ['-f', t.params.pattern])
      return status === 0 ? t.askAgain('The build is still running. Wait for it.') : t.useDefault
    },
  },
})
