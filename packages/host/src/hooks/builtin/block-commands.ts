import { defineHook } from '@belay/hooks'
import { z } from 'zod'
import { type CommandPattern, commandPattern } from '../commands/command-pattern'
import { whatRuns } from '../commands/unwrap'

/**
 * Narrow on purpose: writing to /dev/null is not writing to a disk, and a rule that can't tell the two apart is turned
 * off within the hour.
 */
export const RUINOUS = [
  'rm -rf',
  'mkfs*',
  'wipefs',
  'dd of=/dev/sd*',
  'dd of=/dev/nvme*',
  'dd of=/dev/vd*',
  'dd of=/dev/mmcblk*',
  'dd of=/dev/disk*',
  '> /dev/sd*',
  '> /dev/nvme*',
  '> /dev/vd*',
  '> /dev/disk*',
  'shutdown',
  'reboot',
  'poweroff',
  'halt',
  ':(){ :|:& };:',
]

const params = z.strictObject({
  patterns: z
    .array(z.string().trim().min(1, 'a pattern must not be empty'))
    .default(RUINOUS)
    .describe(
      'Commands to refuse. A program with the flags and words it must have, in any spelling: `rm -rf` also refuses `sudo /bin/rm -r -f x`. `*` stands for anything; `> FILE` is a redirection.',
    ),
  advice: z
    .string()
    .default('Do the narrower thing instead, or say what you need and let the person do it.')
    .describe('What the model is told to do instead.'),
})

export const blockCommands = defineHook({
  name: 'block-commands',
  description:
    'Refuses ruinous commands, however they are spelled or wrapped (`sudo`, `env`, `xargs`, `sh -c`), and never a mere mention of one.',
  points: ['tools.before'],
  params,
  matcher: 'run',
  recheck: true,
  run(t, { call }) {
    const { command, stdin } = call.args
    if (typeof command !== 'string') return t.useDefault
    const running = whatRuns(command, typeof stdin === 'string' ? stdin : null)
    const hit = compiled(t.params.patterns).find((pattern) => pattern.matches(running))
    return hit === undefined ? t.useDefault : t.deny(`This session refuses \`${hit.text}\`. ${t.params.advice}`.trim())
  },
})

const cache = new WeakMap<readonly string[], readonly CommandPattern[]>()

/** Parameters are the same object for as long as the hook is attached. */
function compiled(patterns: readonly string[]): readonly CommandPattern[] {
  const known = cache.get(patterns)
  if (known !== undefined) return known
  const made = patterns.map(commandPattern)
  cache.set(patterns, made)
  return made
}
