/** Problems as the list shows them: a line once, with all that is wrong in it, in the order of the lines. */
import type { FoundProblem } from './type-extensions'

export interface LineProblems {
  /** Null: of the whole file. */
  readonly line: number | null
  readonly severity: FoundProblem['severity']
  /** Each once; of several lines the first. */
  readonly messages: readonly string[]
}

export function problemsByLine(problems: readonly FoundProblem[]): readonly LineProblems[] {
  const lines = new Map<number | null, LineProblems>()
  for (const { line, severity, message } of [...problems].sort((one, other) => one.from - other.from)) {
    const first = message.split('\n')[0] ?? ''
    const before = lines.get(line) ?? { line, severity, messages: [] }
    const messages = before.messages.includes(first) ? before.messages : [...before.messages, first]
    lines.set(line, { line, severity: severity === 'error' ? severity : before.severity, messages })
  }
  return [...lines.values()]
}
