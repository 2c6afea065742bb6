/** The beginning of a hook file in the words of one point: it loads as it is, and changes nothing until a person fills it in. */
import type { PointId } from '@belay/trace'

export interface TemplateParts {
  readonly point: PointId
  readonly title: string
  /** `(t, call)`: the names of what the function is given. */
  readonly handed: string
  /** What may be answered there, a line each. */
  readonly answers: readonly string[]
  /** The body of the function, without indentation. */
  readonly body: readonly string[]
  readonly matcher?: string
  /** Lines of the parameters' schema. */
  readonly params?: readonly string[]
  readonly observe?: true
}

export function templateText(parts: TemplateParts): string {
  const { point, handed, answers, body, matcher, params, observe } = parts
  const imports = [
    "import { defineHook } from '@belay/hooks'",
    ...(params === undefined ? [] : ["import { z } from 'zod'"]),
  ]
  const options = [
    `name: '${nameFor(point)}',`,
    "description: 'Says in a sentence what it does.',",
    ...(params === undefined ? [] : ['params: z.object({', ...indent(params), '}),']),
    ...(matcher === undefined ? [] : [`matcher: '${matcher}',`]),
    ...(observe === undefined ? [] : ['observe: true,']),
    'on: {',
    ...indent(answers.map((line, index) => (index === 0 ? `// May answer: ${line}` : `// ${line}`))),
    ...indent([`'${point}': async ${handed} => {`, ...indent(body), '},']),
    '},',
  ]
  return [...imports, '', 'export default defineHook({', ...indent(options), '})', ''].join('\n')
}

export function nameFor(point: PointId): string {
  return `my-${point.replace('.', '-').toLowerCase()}`
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`))
}
