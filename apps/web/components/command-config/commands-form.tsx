'use client'
/**
 * `hooks.json` as a form: events, groups, entries. Every edit is one change of the text, which the JSON view shows and one undo
 * takes back; what an edit is not about stays as it is written.
 */
import { Plus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useMemo, useState } from 'react'
import type { CodeHandle, TextChange } from '../hooks-editor/text-editor'
import { Button } from '../ui/button'
import { Choice } from '../ui/field'
import type { CommandFacts } from './command-facts'
import styles from './commands.module.css'
import { addItem, moveItem, removeAt, setValue } from './commands-edits'
import { type FormEvent, readForm } from './commands-form-model'
import { COMMAND_EVENTS, sentenceOfEvent } from './event-words'
import { followMoved } from './follow-moved'
import { GroupForm } from './group-form'

export interface FormEdits {
  /** `typing` joins it to the edit before, for one undo. */
  readonly set: (at: FormEvent['at'], value: unknown, typing?: boolean) => void
  readonly add: (list: FormEvent['at'], item: unknown) => void
  readonly remove: (at: FormEvent['at']) => void
  /** Within their list, from one place to another. */
  readonly move: (list: FormEvent['at'], places: readonly [number, number]) => void
}

interface Props extends CommandFacts {
  readonly text: string
  readonly code: RefObject<CodeHandle | null>
}

export function CommandsForm({ text, code, ...facts }: Props) {
  const form = useMemo(() => readForm(text), [text])
  const edits = editsOf(text, (changes, typing) => code.current?.change(changes, typing))
  if (!form.ok) return <Unshown because={form.because} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is heard here bubbles up from its fields and buttons
    <div className={styles.form} onKeyDown={(event) => hearUndo(event, code.current)}>
      {form.events.map((event) => (
        <EventForm key={event.event} event={event} edits={edits} {...facts} />
      ))}
      <AddEvent taken={form.events.map(({ event }) => event)} edits={edits} />
    </div>
  )
}

function editsOf(text: string, change: (changes: readonly TextChange[], typing: boolean) => void): FormEdits {
  return {
    set: (at, value, typing = false) => change(setValue(text, at, value), typing),
    add: (list, item) => change(addItem(text, list, item), false),
    remove: (at) => change(removeAt(text, at), false),
    move(list, places) {
      change(moveItem(text, list, places), false)
      followMoved(list, places[1])
    },
  }
}

/** The text's undo, also from within a field: both views are one text. */
function hearUndo(event: KeyboardEvent, code: CodeHandle | null): void {
  const key = event.key.toLowerCase()
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) code?.redo()
  else code?.undo()
}

function Unshown({ because }: { readonly because: 'json' | 'shape' }) {
  return (
    <p className={styles.unshown}>
      {because === 'json'
        ? 'What is not JSON can’t be shown as a form. The JSON view has the text as it is.'
        : 'The text has no object "hooks" with events in it, so there is nothing to show as a form. The JSON view has it as it is.'}
    </p>
  )
}

interface EventProps extends CommandFacts {
  readonly event: FormEvent
  readonly edits: FormEdits
}

function EventForm({ event, edits, ...facts }: EventProps) {
  const problems = facts.check?.diagnostics.filter(({ path }) => path === `hooks.${event.event}`) ?? []
  return (
    <section className={styles.event} aria-label={event.event}>
      <header className={styles.eventHead}>
        <h2>{event.event}</h2>
        <p>{sentenceOfEvent(event.event)}</p>
      </header>
      {problems.map(({ message, severity }) => (
        <p key={message} className={styles.problem} data-severity={severity}>
          {message}
        </p>
      ))}
      {event.odd ? <p className={styles.problem}>It is no list of groups: mend it in the JSON view.</p> : null}
      {event.groups.map((group, nth) => (
        <GroupForm
          key={group.path}
          {...{ group, nth, edits, ...facts }}
          event={event.event}
          list={event.at}
          count={event.groups.length}
        />
      ))}
      {event.odd ? null : (
        <div className={styles.ways}>
          <Button small onClick={() => edits.add(event.at, newGroup())}>
            <Plus size={13} />
            Add a group to {event.event}
          </Button>
          {event.groups.length > 0 ? null : (
            <Button small tone="quiet" onClick={() => edits.remove(event.at)}>
              Remove {event.event}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

export function newEntry() {
  return { type: 'command', command: '' }
}

function newGroup() {
  return { matcher: '', hooks: [newEntry()] }
}

function AddEvent({ taken, edits }: { readonly taken: readonly string[]; readonly edits: FormEdits }) {
  const free = COMMAND_EVENTS.filter((event) => !taken.includes(event))
  const [wanted, setWanted] = useState('PreToolUse')
  const event = free.includes(wanted) ? wanted : free[0]
  if (event === undefined) return null
  return (
    <section className={styles.addEvent} aria-label="Another event">
      <Choice aria-label="Event" value={event} onChange={(change) => setWanted(change.target.value)}>
        {free.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Choice>
      <Button onClick={() => edits.add(['hooks', event], newGroup())}>
        <Plus size={14} />
        Add event
      </Button>
      <p>{sentenceOfEvent(event)}</p>
    </section>
  )
}
