/** What a model call used, counted to the turn and to the session. */
import type { Usage } from '@belay/trace'
import type { Measure, Stage } from './stage'
import { addUsage } from './tokens'

export function countUsage(stage: Stage, usage: Usage): void {
  const { turn, session } = stage.tokens
  stage.tokens = { turn: addUsage(turn, usage), session: addUsage(session, usage) }
}

/** The prompt and the reply, which is a part of the next one. */
export function measureOf(row: number, { input, output }: Usage): Measure | null {
  return input === null || output === null ? null : { tokens: input + output, row }
}
