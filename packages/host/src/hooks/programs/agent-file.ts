/** Reads a program's `agent.yaml`. Promises: never throws; a mistake is a sentence with its line; no file is an empty one. */
import { issueWords, type Skill } from '@belay/hooks'
import type { Json } from '@belay/trace'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { readRegular } from '../../processes/read-regular'
import type { ProgramProblem } from './program'

/** Longer than any prompt that a model could follow. */
const MOST_BYTES = 1_048_576
/** As many as the API takes for a turn. */
const MOST_ITERATIONS = 10_000
/** Steps of a turn under a program that says nothing of them. */
export const PROGRAM_ITERATIONS = 50

const text = z.string().refine((value) => value.trim() !== '', 'must not be blank')

const agentFile = z.strictObject({
  system: text.nullish(),
  model: z
    .string()
    .regex(/^[^/\s]+\/\S.*$/, 'must be written provider/model, like scripted/tour')
    .nullish(),
  maxIterations: z.int().min(1).max(MOST_ITERATIONS).nullish(),
  skills: z.array(z.strictObject({ name: text, description: text })).nullish(),
  outputSchema: z.json().optional(),
})

export interface Agent {
  readonly system: string | null
  readonly model: string | null
  readonly maxIterations: number
  readonly skills: readonly Skill[]
  readonly outputSchema: Json
}

export type AgentFile =
  | { readonly ok: true; readonly found: boolean; readonly agent: Agent }
  | { readonly ok: false; readonly problems: readonly [ProgramProblem, ...ProgramProblem[]] }

export function readAgentFile(file: string): AgentFile {
  const read = readRegular(file, MOST_BYTES)
  if (read.ok) return parseAgent(file, read.bytes.toString('utf8'))
  return read.found ? mistake(file, null, read.reason) : { ok: true, found: false, agent: agentOf({}) }
}

function parseAgent(file: string, content: string): AgentFile {
  const lines = new LineCounter()
  const document = parseDocument(content.replace(/^\uFEFF/, ''), { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  if (error !== undefined) return mistake(file, lines.linePos(error.pos[0]).line, error.message)
  const value = contentOf(document)
  if (!value.ok) return mistake(file, null, value.reason)
  const read = agentFile.safeParse(value.value ?? {})
  if (read.success) return { ok: true, found: true, agent: agentOf(read.data) }
  const [first, ...others] = read.error.issues.map((issue) =>
    problemOf(file, lineOf(document, issue, lines), wordsOf(issue)),
  )
  return first === undefined
    ? mistake(file, null, 'it does not describe an agent')
    : { ok: false, problems: [first, ...others] }
}

/** Aliases that unfold into millions of values are refused by the parser with a throw. */
function contentOf(
  document: Document,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  try {
    return { ok: true, value: document.toJS() }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

function agentOf({ system, model, maxIterations, skills, outputSchema }: z.output<typeof agentFile>): Agent {
  return {
    system: system ?? null,
    model: model ?? null,
    maxIterations: maxIterations ?? PROGRAM_ITERATIONS,
    skills: skills ?? [],
    outputSchema: outputSchema ?? null,
  }
}

function mistake(file: string, line: number | null, message: string): AgentFile {
  return { ok: false, problems: [problemOf(file, line, message)] }
}

function problemOf(file: string, line: number | null, message: string): ProgramProblem {
  return { file, line, message: message.replaceAll(/\s+/g, ' ') }
}

function wordsOf({ path, message }: z.core.$ZodIssue): string {
  const where = path.length === 0 ? 'it' : path.map(String).join('.')
  return `${where} ${issueWords(message) ?? message}`
}

/** The line of the part that does not fit, or of the nearest part around it that is there. */
function lineOf(document: Document, issue: z.core.$ZodIssue, lines: LineCounter): number | null {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return null
}
