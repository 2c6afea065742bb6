/** Notes as a page that any client can draw. */
import type { PageDocument, PageRow } from '../page-document'
import { type Note, type NoteList, type Scope, scopeOf, search } from './notes'

const BADGES: Readonly<Record<Scope, string>> = { workspace: 'this folder', person: 'everywhere' }

export function memoryPage(of: Readonly<Record<Scope, NoteList>>): PageDocument {
  return {
    title: 'Memory',
    empty: 'Nothing is remembered yet. Add what every session should know, or ask the model to remember something.',
    rows: search([...of.workspace.notes, ...of.person.notes], '').map(rowOf),
    actions: [
      {
        run: 'add',
        label: 'Add for this folder',
        key: 'a',
        about: 'page',
        takes: { kind: 'text', label: 'What sessions of this folder should know', initial: 'empty' },
      },
      {
        run: 'person',
        label: 'Add for everywhere',
        key: 'p',
        about: 'page',
        takes: { kind: 'text', label: 'What every session should know', initial: 'empty' },
      },
      { run: 'edit', label: 'Edit', key: 'e', about: 'row', takes: { kind: 'text', label: 'Note', initial: 'row' } },
      { run: 'forget', label: 'Forget', key: 'x', about: 'row', takes: { kind: 'nothing' } },
    ],
    glance: null,
  }
}

function rowOf({ id, text, at, by }: Note): PageRow {
  const who = by === 'model' ? 'Noted by the model' : 'Noted by you'
  return {
    id,
    text,
    badge: BADGES[scopeOf(id)],
    tone: scopeOf(id) === 'person' ? 'good' : 'neutral',
    detail: `${text}\n\n_${who} on ${new Date(at).toISOString().slice(0, 10)}_`,
  }
}
