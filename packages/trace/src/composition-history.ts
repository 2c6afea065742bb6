/**
 * What can be undone and redone about a session's composition, read off its log: the server and every page hold the same
 * stacks. A person's edit forgets what could be redone; what a changed file brought about stands on neither stack.
 */
import type { Composition } from './composition'
import type { EventOf } from './event'

/** One edit of a person, by the hashes of what ruled before and after it. */
export interface CompositionEdit {
  /** Of the event that made it. */
  readonly seq: number
  /** What undoing undoes: `attach block-commands`. */
  readonly name: string
  readonly before: string
  readonly after: string
}

/** The last of each is the next to be undone or redone. */
export interface CompositionHistory {
  readonly undo: readonly CompositionEdit[]
  readonly redo: readonly CompositionEdit[]
}

export const NO_HISTORY: CompositionHistory = { undo: [], redo: [] }

/** Nobody goes back further; the record of what happened is the log. */
const MOST_EDITS = 200

/** Of the event, what the history goes by. */
export type CompositionChange = Pick<EventOf<'composition.changed'>, 'seq' | 'name' | 'kind'> & {
  readonly composition: Pick<Composition, 'hash'>
}

/** `before` is the hash that ruled until this event. */
export function noteChange(history: CompositionHistory, event: CompositionChange, before: string): CompositionHistory {
  const { undo, redo } = history
  switch (event.kind ?? 'edit') {
    case 'edit':
      if (event.name === undefined) return history
      return {
        undo: [...undo, { seq: event.seq, name: event.name, before, after: event.composition.hash }].slice(-MOST_EDITS),
        redo: [],
      }
    case 'undo':
      return move(undo, redo, (from, to) => ({ undo: from, redo: to }))
    case 'redo':
      return move(redo, undo, (from, to) => ({ undo: to, redo: from }))
    case 'refresh':
      return history
  }
}

type Stack = readonly CompositionEdit[]

function move(from: Stack, to: Stack, made: (from: Stack, to: Stack) => CompositionHistory): CompositionHistory {
  const last = from.at(-1)
  return last === undefined ? made(from, to) : made(from.slice(0, -1), [...to, last])
}
