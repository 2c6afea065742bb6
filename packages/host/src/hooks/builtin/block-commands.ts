import { defineHook } from '@belay/hooks'
import { z } from 'zod'
import { commandCall, whatCallRuns } from '../commands/call-command'
import { type CommandPattern, commandPattern } from '../commands/command-pattern'
import { patternProblem } from '../commands/pattern-problem'
import type { Running } from '../commands/unwrap'

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
  'systemctl poweroff',
  'systemctl reboot',
  'systemctl halt',
  'init 0',
  'init 6',
  ':(){ :|:& };:',
]

const pattern = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const problem = patternProblem(text)
    if (problem !== null)
      context.addIssue({ code: 'custom', message: text === '' ? problem : `\`${text}\`: ${problem}` })
  })

const params = z.strictObject({
  patterns: z
    .array(pattern)
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
    'Refuses ruinous commands, also wrapped (`sudo`, `env`, `xargs`, `sh -c`) or spelled otherwise, and what it cannot read; not a mere mention of one. A net for honest mistakes, not a sandbox.',
  points: ['tools.before'],
  params,
  matcher: 'run',
  recheck: true,
  run(t, { call }) {
    const { patterns, advice } = t.params
    const command = commandCall(call.args)
    if (command === null || patterns.length === 0) return t.useDefault
    const reason = refusal(whatCallRuns(command), compiled(patterns))
    return reason === null ? t.useDefault : t.deny(`${reason} ${advice}`.trim())
  },
})

/** What can't be read is refused like what is known to be ruinous: a guard that gives up is none. */
function refusal(running: Running, patterns: readonly CommandPattern[]): string | null {
  const { unread } = running
  if (unread !== null) return `This session refuses a command that it could not read: it ${unread}.`
  const hit = patterns.find((pattern) => pattern.matches(running))
  if (hit !== undefined) return `This session refuses \`${hit.text}\`.`
  const hidden = running.unseen.length === 0 ? undefined : patterns.find((pattern) => pattern.mayHideIn(running))
  if (hidden === undefined) return null
  return `This session refuses \`${hidden.text}\`, and could not read what a shell is fed here, which speaks of it.`
}

const cache = new WeakMap<readonly string[], readonly CommandPattern[]>()

/** Parameters are the same object for as long as the hook is attached. */
function compiled(patterns: readonly string[]): readonly CommandPattern[] {
  const known = cache.get(patterns)
  if (known !== undefined) return known
  const made = patterns.map(commandPattern)
  cache.set(patterns, made)
  return made
}
