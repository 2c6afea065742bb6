/**
 * Tells the person on their own machine that a turn is done or a model call failed. Promises: nobody waits for it;
 * nothing leaves the machine unless the person's own program sends it, and no secret that the record masks; a program gets the text as one argument or on
 * its input, never as a piece of a command.
 */
import { basename } from 'node:path'
import { type AnyPointEvent, defineHook, type HookDefinition, type HookFacts } from '@belay/hooks'
import { z } from 'zod'
import type { ProgramEnd } from '../../processes/run-program'
import { programEnvironment } from '../../tools/program-environment'
import { BySession } from './by-session'
import { withSignal } from './with-signal'
import type { BuiltInWorld } from './world'

const params = z.strictObject({
  command: z
    .array(z.string().min(1))
    .max(50)
    .default([])
    .describe(
      "The program and its arguments, each a text of its own; none: the desktop's own (`notify-send`, `osascript`).",
    ),
  text: z
    .enum(['argument', 'stdin'])
    .default('argument')
    .describe('How `command` gets the text: as its last argument, or on its standard input.'),
  words: z.boolean().default(true).describe('Whether the first words of the answer or the error are in the text.'),
  everyMs: z
    .int()
    .min(0)
    .max(86_400_000)
    .default(10_000)
    .describe('Milliseconds between two of a kind in a session at least; what comes sooner is only counted.'),
  children: z.boolean().default(false).describe('Whether child sessions tell too.'),
})

type Params = z.output<typeof params>

/** A line on a desktop. */
const MOST_LETTERS = 200
const TIMEOUT_MS = 10_000
const OUTPUT_BYTES = 1_000

interface Last {
  at: number
  /** What came too soon since. */
  more: number
}

export function notify(world: BuiltInWorld): HookDefinition {
  const sessions = new BySession<Last>(() => ({ at: Number.NEGATIVE_INFINITY, more: 0 }))
  return withSignal((signal) =>
    defineHook({
      name: 'notify',
      description:
        'Tells you that an answer is there or a model call failed, by a note on the desktop or a program of your choice. Only listens: no turn waits for it.',
      points: ['guard.onOutput', 'errors.on', 'agent.stop'],
      params,
      observe: true,
      timeoutMs: TIMEOUT_MS + 5_000,
      run(t, told) {
        if (t.spawned && !t.params.children) return
        const text = textOf(told, t, { words: t.params.words, mask: world.mask })
        if (text === null) return
        if (t.dryRun) return t.note(`would say: ${text}`)
        // Of each kind: a failure must not keep the answer behind it from being told.
        const last = sessions.of(`${t.sessionId} ${told.point}`)
        const now = world.clock.now()
        if (now - last.at < t.params.everyMs) {
          last.more += 1
          return
        }
        const more = last.more === 0 ? '' : ` (and ${last.more} more since the last)`
        Object.assign(last, { at: now, more: 0 })
        const note = { title: `Belay: ${basename(t.workspace)}`, text: text + more }
        return tell(world, t.params, { note, signal: signal() }).then((missing) =>
          missing === null ? t.useDefault : t.note(missing),
        )
      },
    }),
  )
}

interface Wording {
  readonly words: boolean
  readonly mask: BuiltInWorld['mask']
}

/** Masked before it is cut: a part of a secret looks like none. */
function textOf(told: AnyPointEvent, { agent }: HookFacts, { words, mask }: Wording): string | null {
  const say = (what: string, text: string) =>
    words && text.trim() !== '' ? `${what}: ${firstWords(mask(text))}` : what
  const who = agent === 'main' ? '' : ` (${agent})`
  if ('ans' in told) return say(`Done${who}`, told.ans)
  if ('err' in told) return say(`A model call failed${who}`, told.err)
  if ('reply' in told && told.reply.calls.length === 0) return say(`Child ${agent} is done`, told.reply.text)
  return null
}

function firstWords(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const letters = [...line.slice(0, 4 * MOST_LETTERS)]
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : line
}

interface Note {
  readonly title: string
  readonly text: string
}

interface Telling {
  readonly note: Note
  readonly signal: AbortSignal
}

/** What is missing on this machine, or null. Throws where the program says that it failed. */
async function tell(world: BuiltInWorld, params: Params, { note, signal }: Telling): Promise<string | null> {
  const call = params.command.length > 0 ? ownCall(params, note) : desktopCall(world.platform, note)
  if (call === null) return 'nothing on this machine shows notes: name a program as `command`'
  const [file = '', ...args] = call.argv
  const end = await world.run({
    ...{ file, args, cwd: '/', stdin: call.stdin, env: programEnvironment(world.environment) },
    ...{ timeoutMs: TIMEOUT_MS, signal, outputBytes: OUTPUT_BYTES, joined: true },
  })
  if (end.notStarted !== null && params.command.length === 0)
    return `nothing on this machine shows notes (${end.notStarted}): install it, or name a program as \`command\``
  // One that was ended may obey in good order.
  if (end.exitCode !== 0 || end.stopped || end.timedOut) throw new Error(`${file} did not tell: ${howItEnded(end)}`)
  return null
}

interface Call {
  readonly argv: readonly string[]
  readonly stdin: string | null
}

function ownCall({ command, text: how }: Params, { text }: Note): Call {
  return how === 'stdin' ? { argv: command, stdin: `${text}\n` } : { argv: [...command, text], stdin: null }
}

function desktopCall(platform: NodeJS.Platform, { title, text }: Note): Call | null {
  if (platform === 'linux') {
    // The body is markup there.
    const body = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return { argv: ['notify-send', '--app-name=Belay', '--', title, body], stdin: null }
  }
  if (platform !== 'darwin') return null
  const script = ['on run argv', 'display notification (item 1 of argv) with title (item 2 of argv)', 'end run']
  return { argv: ['osascript', ...script.flatMap((line) => ['-e', line]), text, title], stdin: null }
}

function howItEnded({ notStarted, timedOut, stopped, exitCode, signal, stdout }: ProgramEnd): string {
  const how =
    notStarted ?? (timedOut ? 'it took too long' : stopped ? 'it was ended' : `exit code ${exitCode ?? signal}`)
  const said = firstWords(stdout.text)
  return said === '' ? how : `${how}: ${said}`
}
