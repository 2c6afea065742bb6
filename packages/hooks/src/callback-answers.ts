/** What the session answers, in the shapes that a hook's author is promised. A source that says something else is wrong. */
import type { Json, JsonObject } from '@belay/trace'
import { isJsonObject } from './as-json'
import type { HistoryTurn, LlmAnswer, ToolAnswer } from './callbacks'

const ROLES = ['user', 'assistant', 'result', 'summary'] as const

export function readLlm(answer: Json): LlmAnswer {
  const { text, tokens } = objectIn(answer)
  if (typeof text !== 'string') throw unreadable('t.llm')
  return { text, tokens: typeof tokens === 'number' ? tokens : null }
}

export function readTool(answer: Json): ToolAnswer {
  const { content, isError } = objectIn(answer)
  if (typeof content !== 'string') throw unreadable('t.tool')
  return { content, isError: isError === true }
}

export function readTurns(answer: Json): readonly HistoryTurn[] {
  return listIn(answer).map((turn) => {
    const read = readTurn(turn)
    if (read === null) throw unreadable('t.history.tail')
    return read
  })
}

/** Null where there is no such row. */
export function readTurn(answer: Json): HistoryTurn | null {
  if (answer === null) return null
  const { tag, role, text, tools } = objectIn(answer)
  const known = ROLES.find((one) => one === role)
  if (typeof tag !== 'number' || known === undefined || typeof text !== 'string') throw unreadable('t.history')
  return { tag, role: known, text, tools: listIn(tools).filter((name) => typeof name === 'string') }
}

export function readTags(answer: Json): readonly number[] {
  return listIn(answer).filter((tag) => typeof tag === 'number')
}

function objectIn(answer: Json): JsonObject {
  return isJsonObject(answer) ? answer : {}
}

function listIn(answer: Json | undefined): readonly Json[] {
  return Array.isArray(answer) ? answer : []
}

function unreadable(name: string): Error {
  return new Error(`the session's answer to ${name} cannot be read`)
}
