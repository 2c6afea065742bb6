/** Any error as one sentence and an exit code. Knows errors by their shape, so that nothing has to be loaded for it. */
import { CommanderError } from 'commander'
import { CommandFailure, EXIT, type ExitCode } from './failure'

export interface Failure {
  readonly exit: ExitCode
  /** Null where there is nothing to say: help and version end a command too. */
  readonly sentence: string | null
}

export function readFailure(error: unknown): Failure {
  if (error instanceof CommandFailure) return { exit: error.exit, sentence: error.message }
  if (error instanceof CommanderError) return readCommander(error)
  if (!(error instanceof Error)) return { exit: EXIT.failed, sentence: String(error) }
  const code = operationCode(error)
  if (code !== null) return { exit: isUsage(code) ? EXIT.usage : EXIT.failed, sentence: error.message }
  return { exit: EXIT.failed, sentence: `something is wrong in Belay itself: ${error.message} (--debug says where)` }
}

/** The code of the api's `OperationError`, or null for any other error. */
function operationCode(error: Error): string | null {
  return error.name === 'OperationError' && 'code' in error && typeof error.code === 'string' ? error.code : null
}

function isUsage(code: string): boolean {
  return code === 'bad_input' || code === 'not_found'
}

/** `error: unknown option '--jsn'\n(Did you mean --json?)` in one line. */
function readCommander(error: CommanderError): Failure {
  if (error.exitCode === 0) return { exit: EXIT.fine, sentence: null }
  const sentence = error.message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*\(Did you mean (.*)\?\)$/, ' (did you mean $1?)')
    .replace(/\s*\n\s*/g, ' ')
  return { exit: EXIT.usage, sentence }
}

/** With a capital and a full stop, as the api's sentences are. A name that comes first keeps its letters: `typed` is what the person typed. */
export function asSentence(text: string, typed: readonly string[] = []): string {
  const trimmed = text.trimEnd()
  const isWord = /^[a-z]+[ ']/.test(trimmed) && !typed.some((argument) => beginsWithTyped(trimmed, argument))
  const begins = isWord ? trimmed.charAt(0).toUpperCase() + trimmed.slice(1) : trimmed
  return /[.!?…]$/.test(begins) ? begins : `${begins}.`
}

/** An argument as a whole, or a part of one: `--attach=NAME`, `NAME:{…}`, `NAME=closed`. */
function beginsWithTyped(text: string, argument: string): boolean {
  return [argument, ...argument.split(/[=:]/)].some(
    (part) => part !== '' && text.startsWith(part) && !/^[\p{L}\p{N}_-]/u.test(text.slice(part.length)),
  )
}
