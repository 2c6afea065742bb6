/** A hook may say hundreds of things in one go: the first few stand in the conversation, the rest behind their number. */
import type { CallNote, ConversationItem, NoteItem } from './conversation'

/** Enough to see what is said; one more is shown rather than folded, since its number takes the same room. */
export const FIRST_NOTES = 3

/** What is more of a list than its first few; none where that would be a single one. */
export function beyondFirst<T>(all: readonly T[]): readonly T[] {
  return all.length > FIRST_NOTES + 1 ? all.slice(FIRST_NOTES) : []
}

/** Notes of hooks that stand one below the other: those beyond the first few become one item. */
export function foldNotes(items: readonly ConversationItem[]): readonly ConversationItem[] {
  const folded: ConversationItem[] = []
  let run: NoteItem[] = []
  const end = () => {
    const [first] = beyondFirst(run)
    const rest = beyondFirst(run)
    folded.push(...run.slice(0, run.length - rest.length))
    if (first !== undefined) folded.push({ kind: 'notes', key: `more-${first.key}`, turn: first.turn, notes: rest })
    run = []
  }
  for (const item of items) {
    if (item.kind === 'note' && item.from === 'hook') run.push(item)
    else {
      end()
      folded.push(item)
    }
  }
  end()
  return folded
}

/** The notes of a call that stand above in the turn, as one, and those that do not. */
export function partNotes(notes: readonly CallNote[]): {
  readonly fresh: readonly CallNote[]
  readonly again: readonly CallNote[]
} {
  return { fresh: notes.filter(({ again }) => !again), again: notes.filter(({ again }) => again) }
}

/** `same note as above, 3×`, `the same 12 notes as above`. */
export function againText(again: readonly CallNote[]): string {
  const [only] = again
  if (again.length !== 1 || only === undefined) return `the same ${again.length} notes as above`
  return `same note as above${only.count === 1 ? '' : `, ${only.count}×`}`
}
