/**
 * Keeps a turn going until a command says yes. Promises: asks again at most so often, then lets the turn end and tells
 * the person; what it starts ends with the turn.
 */
import { resolve } from 'node:path'
import { defineHook, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { checkCommand } from '../../tools/check-command'
import { BySession } from './by-session'
import { tailStart } from './cut-text'
import { withSignal } from './with-signal'
import type { BuiltInWorld } from './world'

/** A little less than a hook is given at most, so that the answer still says what happened. */
const LONGEST_MS = 590_000
const HOOK_TIMEOUT_MS = 600_000
/** Half of it is the end, which is what counts. */
const OUTPUT_BYTES = 131_072

const params = z.strictObject({
  command: z
    .string()
    .trim()
    .min(1, 'say which command must pass')
    .default('npm test')
    .describe('The command that must exit with 0: one program and its arguments. `sh -c "…"` for more.'),
  cwd: z.string().default('.').describe('The folder that it runs in, from the workspace.'),
  timeoutMs: z
    .int()
    .min(1)
    .max(LONGEST_MS)
    .default(300_000)
    .describe('Milliseconds after which it is ended; that is a no.'),
  most: z
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('How often in a turn the model is sent back; then the turn may end.'),
  tail: z
    .int()
    .min(100)
    .max(50_000)
    .default(4_000)
    .describe('Characters of the end of its output that the model is told.'),
  always: z
    .boolean()
    .default(false)
    .describe('Whether it also runs where the model answered at once, without any call: then nothing was changed.'),
})

type Params = z.output<typeof params>

interface Asked {
  turn: string
  times: number
}

export function keepGoing(world: BuiltInWorld): HookDefinition {
  const sessions = new BySession<Asked>(() => ({ turn: '', times: 0 }))
  const askedIn = (session: string, turn: string): Asked => {
    const asked = sessions.of(session)
    if (asked.turn !== turn) Object.assign(asked, { turn, times: 0 })
    return asked
  }
  return withSignal((signal) =>
    defineHook({
      name: 'keep-going',
      description:
        'Runs a command when the model says that it is done, such as the tests, and sends it back with the output until the command passes.',
      points: ['stop.done'],
      params,
      timeoutMs: HOOK_TIMEOUT_MS,
      async run(t, { reply }) {
        const { command, most, always } = t.params
        if (reply.calls.length > 0 || (t.step <= 1 && !always)) return t.useDefault
        if (t.dryRun) return t.note(`a dry run does not run \`${command}\``)
        const checked = await check(world, t.params, { workspace: t.workspace, signal: signal() })
        const asked = askedIn(t.sessionId, t.turnId)
        switch (checked.says) {
          case 'yes':
            return asked.times === 0 ? t.useDefault : t.note(`\`${command}\` passes now`)
          case 'stopped':
            return t.useDefault
          case 'nothing':
            // Another try of the model's would not help: the person must know.
            return t.note(`\`${command}\` can't run, so the turn ends without it: ${checked.why}`)
          case 'no':
            if (asked.times >= most) {
              return t.note(
                `gave up: \`${command}\` still says no (${checked.how}) after the model was sent back ${times(most)}`,
              )
            }
            asked.times += 1
            return t.askAgain(sendBack(checked, t.params))
        }
      },
    }),
  )
}

interface Place {
  readonly workspace: string
  readonly signal: AbortSignal
}

function check({ environment, run }: BuiltInWorld, { command, cwd, timeoutMs }: Params, { workspace, signal }: Place) {
  const where = { command, cwd: resolve(workspace, cwd), environment, run }
  return checkCommand({ ...where, timeoutMs, signal, outputBytes: OUTPUT_BYTES })
}

interface No {
  readonly how: string
  readonly output: string
}

function sendBack({ how, output }: No, { command, tail }: Params): string {
  const text = output.trimEnd()
  const start = tailStart(text, tail)
  const before = start === 0 ? '' : `[${start} characters before this]\n`
  const said = text === '' ? 'It printed nothing.' : `${before}${text.slice(start)}`
  return `Not done yet: \`${command}\` says no (${how}).\n\n${said}\n\nGo on until it passes, or say what keeps you from it.`
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
