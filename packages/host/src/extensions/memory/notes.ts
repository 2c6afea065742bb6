/**
 * Notes that outlive sessions: of a workspace, and of the person. Pure. Promises: the same note is kept once; an id never comes back; what a model is
 * shown at its start is bounded, the latest first.
 */
import { z } from 'zod'

export const SCOPES = ['workspace', 'person'] as const
export type Scope = (typeof SCOPES)[number]

const note = z.object({
  /** `w3`, `p1`: its scope and its number. */
  id: z.string(),
  text: z.string(),
  /** Epoch milliseconds of the last change. */
  at: z.number(),
  by: z.enum(['model', 'person']),
})

/** As it is stored, for one scope. */
export const noteList = z.object({ lastId: z.int(), notes: z.array(note).readonly() })
export type Note = Readonly<z.infer<typeof note>>
export type NoteList = Readonly<z.infer<typeof noteList>>

export const EMPTY_NOTES: NoteList = { lastId: 0, notes: [] }
export const MOST_NOTE = 2_000
const MOST_NOTES = 1_000
/** What stands in every request: about 2,000 tokens. */
const MOST_BLOCK = 8_000

export type NoteChange =
  | { readonly ok: true; readonly list: NoteList; readonly note: Note }
  | { readonly ok: false; readonly message: string }

export interface Noted extends Pick<Note, 'text' | 'at' | 'by'> {
  readonly scope: Scope
}

export function remember(list: NoteList, { text, scope, at, by }: Noted): NoteChange {
  const wrong = wrongText(text)
  if (wrong !== null) return { ok: false, message: wrong }
  const same = list.notes.find((one) => one.text === text.trim())
  if (same !== undefined) return { ok: true, list, note: same }
  if (list.notes.length >= MOST_NOTES)
    return { ok: false, message: `there are ${MOST_NOTES} notes, which is the most: forget some` }
  const made: Note = { id: `${scope[0]}${list.lastId + 1}`, text: text.trim(), at, by }
  return { ok: true, list: { lastId: list.lastId + 1, notes: [...list.notes, made] }, note: made }
}

export function rewrite(list: NoteList, { id, text, at }: Pick<Note, 'id' | 'text' | 'at'>): NoteChange {
  const found = list.notes.find((one) => one.id === id)
  if (found === undefined) return missing(id)
  const wrong = wrongText(text)
  if (wrong !== null) return { ok: false, message: wrong }
  const next: Note = { id, text: text.trim(), at, by: 'person' }
  return { ok: true, list: { ...list, notes: list.notes.map((one) => (one === found ? next : one)) }, note: next }
}

export function forget(list: NoteList, id: string): NoteChange {
  const found = list.notes.find((one) => one.id === id)
  if (found === undefined) return missing(id)
  return { ok: true, list: { ...list, notes: list.notes.filter((one) => one !== found) }, note: found }
}

export function scopeOf(id: string): Scope {
  return id.startsWith('p') ? 'person' : 'workspace'
}

/** Those that hold every word, wherever it stands; the latest first. */
export function search(notes: readonly Note[], query: string): readonly Note[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return latestFirst(notes).filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
}

export function notesText(notes: readonly Note[]): string {
  return notes.map(({ id, text }) => `- ${id}: ${text}`).join('\n')
}

/** Empty where nothing is kept. */
export function memoryBlock(of: Readonly<Record<Scope, NoteList>>): string {
  const notes = latestFirst([...of.person.notes, ...of.workspace.notes])
  const fitting = fits(notes)
  const left = notes.length - fitting.length
  const part = (scope: Scope, head: string) => {
    const own = fitting.filter(({ id }) => scopeOf(id) === scope)
    return own.length === 0 ? [] : [`${head}\n${notesText(own)}`]
  }
  return [
    ...part('person', 'Notes of the person, for every workspace:'),
    ...part('workspace', 'Notes of this workspace:'),
    ...(left === 0 ? [] : [`${left} older notes are not shown: memory.search finds them.`]),
  ].join('\n\n')
}

function fits(notes: readonly Note[]): readonly Note[] {
  let room = MOST_BLOCK
  return notes.filter(({ id, text }) => {
    room -= id.length + text.length + 5
    return room >= 0
  })
}

function latestFirst(notes: readonly Note[]): readonly Note[] {
  return [...notes].sort((one, other) => other.at - one.at)
}

function missing(id: string): NoteChange {
  return { ok: false, message: `there is no note ${id}: memory.search lists what there is` }
}

function wrongText(text: string): string | null {
  if (text.trim() === '') return 'a note needs a text'
  const { length } = text.trim()
  return length > MOST_NOTE ? `a note has at most ${MOST_NOTE} characters; this one has ${length}` : null
}
