/** Takes secrets out of a text. Promises: lines stay lines; what is no secret stays to the letter; linear time. */
import { redactAssignments } from './assignments'
import { emptied, findPrivateKeys } from './private-keys'
import { TOKEN_SHAPES } from './token-shapes'

export interface Redacted {
  readonly text: string
  /** How many of each kind were taken out. */
  readonly kinds: ReadonlyMap<string, number>
}

export interface RedactOptions {
  /** Also values by the name that they are given to. */
  readonly assignments: boolean
  /** Values that are known to be secrets, with their names, longest first. */
  readonly values: ReadonlyMap<string, string>
}

const SHAPES = TOKEN_SHAPES.map(({ kind, pattern }) => ({ kind, pattern: new RegExp(pattern.source, 'g') }))

export function redact(text: string, { assignments, values }: RedactOptions): Redacted {
  const kinds = new Map<string, number>()
  const mark = (kind: string) => {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    return markOf(kind)
  }
  let left = withoutPrivateKeys(text, mark)
  for (const [value, name] of values) if (left.includes(value)) left = left.replaceAll(value, () => mark(name))
  for (const { kind, pattern } of SHAPES) left = left.replace(pattern, () => mark(kind))
  if (assignments) left = redactAssignments(left, mark)
  return { text: left, kinds }
}

export function markOf(kind: string): string {
  return `[redacted: ${kind}]`
}

function withoutPrivateKeys(text: string, mark: (kind: string) => string): string {
  const blocks = findPrivateKeys(text)
  if (blocks.length === 0) return text
  const parts: string[] = []
  let at = 0
  for (const { from, to } of blocks) {
    parts.push(text.slice(at, from), emptied(text.slice(from, to), mark('private key')))
    at = to
  }
  return [...parts, text.slice(at)].join('')
}
