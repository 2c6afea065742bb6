/** The facts on `t` that the record knows of a place: what it does not hold is left out. */
import type { Json, JsonObject, TranscriptRow } from '@belay/trace'
import type { RecordReader } from '../reading/record-reader'
import { isOwnInput, type Place, stepAt } from './place'

export function factsAt(reader: RecordReader, { turn, at }: Place): JsonObject {
  const ruled = reader.turn(turn)
  const { number, pass } = stepAt(reader, turn, at)
  const rows = reader.rowsOfTurn(turn).filter((row) => row.at <= at)
  const incoming = rows.findLast(isOwnInput)
  const program = ruled === null ? undefined : reader.composition(ruled.composition)?.program
  const { id, workspace, agent, spawned } = reader.session
  return {
    ...(ruled === null ? {} : { turn: ruled.number, model: ruled.model, provider: ruled.provider }),
    ...{ step: number, pass, sessionId: id, turnId: turn, agent, spawned, workspace },
    ...(incoming?.kind === 'input' ? { incoming: incoming.text } : {}),
    ...(program === undefined ? {} : { program }),
    promptTokens: promptTokens(reader, at),
    turnTokens: tokensOf(rows),
  }
}

function promptTokens(reader: RecordReader, at: number): Json {
  const reply = reader.rowBefore('reply', at)
  return reply?.kind === 'reply' ? reply.usage.input : null
}

function tokensOf(rows: readonly TranscriptRow[]): JsonObject {
  const replies = rows.flatMap((row) => (row.kind === 'reply' && row.replaces === null ? [row.usage] : []))
  return {
    input: replies.reduce((sum, { input }) => sum + (input ?? 0), 0),
    output: replies.reduce((sum, { output }) => sum + (output ?? 0), 0),
    replies: replies.length,
    unreported: replies.filter(({ input, output }) => input === null || output === null).length,
  }
}
