/** What is said of a command that ran as a hook: how it ended, how much it printed, what a person should look at. */
import type { CommandFacts, Verdict } from '@belay/trace'

export function endText({ command, error }: Pick<Verdict, 'command' | 'error'>): string {
  if (command === undefined) return ''
  if (command.exitCode !== null) return `exit ${command.exitCode}`
  if (error?.kind === 'timeout') return 'ended at its time limit'
  if (error?.kind === 'cancelled') return 'ended, since the turn was stopped'
  if (command.signal !== null) return `ended by ${command.signal}`
  return error?.kind === 'not_started' ? 'was not started' : 'did not end by itself'
}

/** `2.1 KB`, `312 bytes`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** What a person should know about the run beside its end and what it printed. */
export function oddities({ pipesHeld, stdinDelivered }: CommandFacts): readonly string[] {
  return [
    ...(pipesHeld
      ? ['Something that it started still held its output open when it had ended; it was left alone.']
      : []),
    ...(stdinDelivered ? [] : ['It did not read all that it was given.']),
  ]
}

/** A guard that never starts guards nothing: 126 and 127 are a shell's word for that. */
export function warningOf({ command }: Pick<Verdict, 'command'>): string | null {
  if (command === undefined) return null
  if (command.warning !== undefined) return command.warning
  if (command.exitCode === 127) return 'It was not found, so it guards nothing (exit 127).'
  return command.exitCode === 126 ? 'It could not be run, so it guards nothing (exit 126).' : null
}
