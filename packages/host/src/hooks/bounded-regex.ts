/**
 * Regular expressions of a person's, run on text of a model's, in the server's own thread. Promises: each search ends
 * within `LIMIT_MS`, whatever the expression: beyond it, it is broken off and throws a `HookFailure`.
 */
import { type Context, createContext, Script } from 'node:vm'
import { HookFailure } from '@belay/hooks'

/** Long for any search that was meant, short for a server that stands still meanwhile. */
const LIMIT_MS = 100

let context: Context | null = null
const test = new Script('pattern.test(text)')
const replace = new Script('text.replace(pattern, replacement)')

export function boundedTest(pattern: RegExp, text: string): boolean {
  return run(test, { pattern, text }) === true
}

/** As `text.replace(pattern, replacement)`, `$1` and its like included. */
export function boundedReplace(text: string, pattern: RegExp, replacement: string): string {
  return String(run(replace, { pattern, text, replacement }))
}

/** A message where the text is no regular expression, else null. */
export function regexProblem(source: string): string | null {
  try {
    new RegExp(source)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function run(script: Script, values: { readonly pattern: RegExp } & Readonly<Record<string, unknown>>): unknown {
  context ??= createContext(Object.create(null))
  Object.assign(context, values)
  values.pattern.lastIndex = 0
  try {
    return script.runInContext(context, { timeout: LIMIT_MS })
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw new HookFailure('timeout', `the expression ${values.pattern} took longer than ${LIMIT_MS} ms`)
  }
}

/** The error is of the context's own realm, so that it is no `Error` of this one. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
