/**
 * Rows of the table points × what a hook may say there → what becomes of the turn (`hooks.md` §2 to §6). Each is a sentence: at
 * this point, this said, this comes of it; the lines are written out by hand. A hook says it the first time that it is asked.
 */
import type { Hook } from '@belay/hooks'
import type { Answer, FailurePolicy, HookMode, PointId, Verdict } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import type { TurnSetup } from '../ports'
import { replies, type TestReply } from './model'
import { hook } from './setup'
import { tellTurn } from './story'

export interface Says {
  readonly answer?: unknown
  readonly throws?: true
  readonly onFailure?: FailurePolicy
  /** What this hook answered there before, for `replay`. */
  readonly stored?: Partial<Verdict>
  readonly mode?: HookMode
  /** What the person says where they are asked; they allow it where nothing is said. */
  readonly person?: Answer
}

export type Row = readonly [what: string, says: Says, becomes: string, lines: readonly string[]]

export const say = (answer: unknown, more: Says = {}): Says => ({ answer, ...more })
export const beside = (more: object): Says => say({ decision: 'pass', ...more })
export const fails = (onFailure: FailurePolicy, stored?: Partial<Verdict>): Says => ({
  ...{ throws: true, onFailure },
  ...(stored === undefined ? {} : { stored }),
})
export const shadow = (answer: unknown): Says => say(answer, { mode: 'shadow' })
export const BLOCK: Partial<Verdict> = { decision: 'block', reason: 'no' }
export const HALT = { decision: 'pass', halt: 'enough' }
export const CONTEXT = beside({ context: ['C'] })
export const NOTE = beside({ notes: ['N'] })
export const REMINDER = beside({ reminders: ['R'] })

export const wentOn = (point: PointId) => `tells: h: did not answer at ${point} (Error: broke); it went on without it`
export const failed = (point: PointId) => `the h hook at ${point} did not answer (Error: broke)`
export const never = (point: PointId) =>
  `ends halted, ${failed(point)} and it has never answered, so there is nothing to fall back on`
export const replayed = (point: PointId) => `tells: h at ${point} is replayed (Error: broke)`
export const unreadable = (point: PointId, why: string) =>
  `tells: h: answered with ${why}, so it decided nothing at ${point}`

/** The turn of most rows: a reply with a call, then one without. */
export const CALLS: readonly TestReply[] = [
  { text: 'working', calls: [{ name: 't', args: { x: 1 } }] },
  { text: 'done' },
  { text: 'more' },
]
export const FIRST = 'sends: do it'
export const RUNS = 'runs t {"x":1}'
export const SECOND = 'sends: do it | working | = t is done'
export const DONE = 'ends completed with: done'
export const AS_WITHOUT = [FIRST, RUNS, SECOND, DONE]
/** A reply without calls, and one more where the turn goes on. */
export const ANSWERS: readonly TestReply[] = [{ text: 'done' }, { text: 'more' }]
export const MORE = 'ends completed with: more'
export const AT_ONCE = [FIRST, DONE]

export function hookOf(point: PointId, { answer, throws, onFailure = 'open', mode = 'enforce' }: Says): Hook {
  let asked = 0
  const ask = () => {
    if (asked++ > 0) return { decision: 'pass' }
    if (throws === true) throw new Error('broke')
    return answer
  }
  return { ...hook('h', point, ask), onFailure, mode }
}

export interface Scene {
  readonly replies: readonly TestReply[]
  readonly setup?: Partial<TurnSetup>
}

export function table(
  point: PointId,
  title: string,
  { replies: items, setup = {} }: Scene,
  rows: readonly Row[],
): void {
  describe(title, () => {
    for (const [what, says, becomes, lines] of rows) {
      test(`${what}: ${becomes}`, async () => {
        const { person, stored } = says
        const told = { hooks: [hookOf(point, says)], model: replies(...items), setup }
        const more = {
          ...(person === undefined ? {} : { answer: person }),
          ...(stored === undefined ? {} : { stored }),
        }
        expect(await tellTurn({ ...told, ...more })).toEqual(lines)
      })
    }
  })
}
