/** Runs and entries for tests: what a command printed is given as bytes and decoded as the runner does. */
import { existsSync, readFileSync } from 'node:fs'
import type { CommandEvent, CommandLine } from '../../entry'
import type { CommandEnd, CommandRun, CommandStream } from '../../run'
import { type CommandAsked, readCommandAnswer } from '../read-command-answer'

const HALF = 512 * 1_024

export interface Ran {
  readonly exitCode?: number
  readonly end?: CommandEnd
  readonly stdout?: string | Uint8Array
  readonly stderr?: string | Uint8Array
  readonly stdoutBytes?: number
}

export function ran({ exitCode = 0, end, stdout = '', stderr = '', stdoutBytes }: Ran): CommandRun {
  const out = streamOf(bytesOf(stdout))
  return {
    end: end ?? { by: 'exit', exitCode },
    stdout: {
      ...out,
      text: out.cut ? out.text.slice(0, HALF) + out.text.slice(-HALF) : out.text,
      bytes: stdoutBytes ?? out.bytes,
    },
    stderr: streamOf(bytesOf(stderr)),
    answerText: out.text,
    stdinDelivered: true,
    pipesHeld: false,
    durationMs: 5,
  }
}

/** What a script of that case wrote; a stream without a file wrote nothing. */
export function recorded(name: string): Pick<Ran, 'stdout' | 'stderr'> {
  return { stdout: bytesIn(`${name}.stdout`), stderr: bytesIn(`${name}.stderr`) }
}

export const ENTRY: CommandLine = {
  type: 'command',
  id: 'e',
  event: 'PreToolUse',
  line: '"$CLAUDE_PROJECT_DIR"/guard.sh',
  args: null,
  persistent: false,
  condition: null,
  timeoutMs: 5_000,
  once: false,
  async: false,
  onFailure: 'open',
  statusMessage: null,
  allowedEnvVars: [],
  places: [{ file: '/home/p/.belay/hooks.json', line: 14, path: 'hooks.PreToolUse[0].hooks[1]', matcher: null }],
}

export function answerAt(event: CommandEvent, given: Ran, rest: Partial<CommandAsked> = {}) {
  return readCommandAnswer({ event, entry: { ...ENTRY, event }, run: ran(given), handed: null, ...rest })
}

function bytesIn(file: string): Uint8Array {
  const url = new URL(`../fixtures/${file}`, import.meta.url)
  return existsSync(url) ? readFileSync(url) : new Uint8Array()
}

function bytesOf(given: string | Uint8Array): Uint8Array {
  return typeof given === 'string' ? new TextEncoder().encode(given) : given
}

function streamOf(bytes: Uint8Array): CommandStream {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = new TextDecoder(utf16 ? 'utf-16le' : 'utf-8', { ignoreBOM: !utf16 }).decode(bytes)
  return { text, bytes: bytes.length, cut: bytes.length > 2 * HALF, utf16 }
}
