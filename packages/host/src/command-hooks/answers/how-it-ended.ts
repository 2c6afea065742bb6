/** How a run ended, for the record and for people: what failed, with all that finding it takes, and what must be seen until it has run. */
import { constants } from 'node:os'
import type { HookError } from '@belay/trace'
import type { CommandEntry } from '../entry'
import type { CommandRun } from '../run'
import { whereItStands } from './entry-name'
import { type NotStarted, programNotFound, whyNotStarted } from './not-started'
import { headOf, plainText } from './plain-text'

export interface Ended {
  readonly entry: CommandEntry
  readonly run: CommandRun
  /** Of the script that the command names, with its line end, where it ended with 126 or 127; null where nobody looked. */
  readonly firstLine?: string | null
}

export function endError({ run, entry, firstLine = null }: Ended): HookError {
  const { end, stderr } = run
  switch (end.by) {
    case 'exit':
      return exitError(end.exitCode, { stderr: stderr.text, firstLine, line: lineOf(entry) })
    case 'signal':
      return { kind: 'signal', message: `was ended by ${end.signal}` }
    case 'timeout':
      return { kind: 'timeout', message: `did not end within ${entry.timeoutMs / 1_000} s and was ended` }
    case 'cancelled':
      return { kind: 'cancelled', message: 'was ended when the turn was stopped' }
    case 'not_started':
      return entry.type === 'http'
        ? { kind: 'unreachable', message: `could not be reached: ${plainText(end.message)}` }
        : { kind: 'not_started', message: `did not start: ${plainText(end.message)}` }
  }
}

function lineOf(entry: CommandEntry): string {
  return entry.type === 'http' ? '' : entry.line
}

function exitError(exitCode: number, told: Omit<NotStarted, 'exitCode'>): HookError {
  if (exitCode === 126 || exitCode === 127) {
    const why = whyNotStarted({ exitCode, ...told })
    return { kind: 'not_started', message: `did not start: ${why} (exit code ${exitCode})` }
  }
  const signal = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0]
  return { kind: 'exit', message: `exited with ${exitCode}${signal === undefined ? '' : ` (ended by ${signal})`}` }
}

/** With all that finding it takes. */
export function failureOf({ entry, run }: Ended, { kind, message }: HookError, said: string | null = null): HookError {
  const head = headOf(run.stderr.text)
  const printed = headOf(run.stdout.text, 120)
  const output =
    head !== '' ? `stderr: ${head}` : printed === '' ? 'no output' : `nothing on stderr; stdout: ${printed}`
  return { kind, message: `${message}${said === null ? '' : ` (${said})`} [${whereItStands(entry)}]; ${output}` }
}

/** A guard that never starts, or falls through since a program is not there, must be seen. */
export function warningOf({ run, entry, firstLine = null }: Ended): string | null {
  const { end, stderr } = run
  if (entry.type === 'http') return null
  if (end.by === 'not_started') return `it did not start: ${headOf(end.message)}`
  if (end.by !== 'exit') return null
  if (end.exitCode === 126 || end.exitCode === 127) {
    return `it did not start: ${whyNotStarted({ exitCode: end.exitCode, stderr: stderr.text, firstLine, line: lineOf(entry) })}`
  }
  const program = programNotFound(stderr.text)
  return program === null
    ? null
    : `it ended with ${end.exitCode}, but ${program} was not found: it may not do what it is for`
}
