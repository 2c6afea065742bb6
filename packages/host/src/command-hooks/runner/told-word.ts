/** Tells a shell that could not become its command from a command that ended like this by itself. */
import { existsSync } from 'node:fs'
import type { CommandEnd, CommandProgram, CommandRun, CommandStream } from '../run'

/** The shell says its word, which no command knows, as the very last on stderr. */
export function withoutWord(run: CommandRun, word: string, program: CommandProgram): CommandRun {
  const { stderr, end } = run
  if (end.by === 'not_started' || !stderr.text.endsWith(word)) return run
  const text = stderr.text.slice(0, -word.length).trim()
  return { ...run, end: notStarted(sayWhy(text, program)), stderr: { ...EMPTY, text, bytes: Buffer.byteLength(text) } }
}

export const EMPTY: CommandStream = { text: '', bytes: 0, cut: false, utf16: false }

export function notStarted(message: string): CommandEnd {
  return { by: 'not_started', message }
}

/** A run of which nothing came. */
export function emptyRun(end: CommandEnd, durationMs: number): CommandRun {
  const streams = { stdout: EMPTY, stderr: EMPTY, answerText: '' }
  return { end, ...streams, stdinDelivered: false, pipesHeld: false, durationMs }
}

function sayWhy(text: string, { cwd }: CommandProgram): string {
  if (!existsSync(cwd)) return `there is no folder ${cwd}`
  return text.replace(/^.*?sh: (?:line )?\d+: (?:exec: )?/, '') || 'the shell could not become the command'
}
