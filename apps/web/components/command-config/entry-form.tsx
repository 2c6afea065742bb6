'use client'
/** An entry of `hooks.json`: what is run, when, and what its failure comes to. What has no field is named, and kept. */
import type { Json } from '@belay/trace'
import { useId } from 'react'
import { Checkbox, Choice, TextArea, TextInput } from '../ui/field'
import { ArgsField } from './args-field'
import type { CommandFacts } from './command-facts'
import styles from './commands.module.css'
import type { FormEdits } from './commands-form'
import type { FormEntry } from './commands-form-model'
import { matchesTools } from './event-words'
import { Movable, type Place } from './movable'
import { NumberField } from './number-field'

interface Props extends CommandFacts, Place {
  readonly event: string
  readonly entry: FormEntry
  readonly edits: FormEdits
}

export function EntryForm({ event, entry, edits, list, nth, count, ...facts }: Props) {
  const type = textOf(entry.value.type)
  const runs = type === 'command' || type === 'http'
  const what = `command ${nth + 1}`
  const types = [...new Set(['command', 'http', type])]
  return (
    <Movable
      {...{ what, list, nth, count, edits }}
      className={styles.entry}
      head={
        <>
          <span className={styles.type}>
            <Choice
              aria-label={`Type of ${what}`}
              data-control="type"
              value={type}
              onChange={({ target }) => edits.set([...entry.at, 'type'], target.value)}
            >
              {types.map((one) => (
                <option key={one} value={one}>
                  {one === '' ? 'no type' : one}
                </option>
              ))}
            </Choice>
          </span>
          {runs ? (
            <Selected event={event} entry={entry} facts={facts} />
          ) : (
            <span className={styles.notRun}>not run here</span>
          )}
          <button type="button" className={styles.link} onClick={() => facts.onLine(entry.line)}>
            line {entry.line}
          </button>
        </>
      }
    >
      <Problems entry={entry} facts={facts} />
      {runs ? <Fields {...{ event, entry, edits, type, what }} /> : null}
      {entry.others.length === 0 ? null : (
        <p className={styles.others}>Also, in the JSON view: {entry.others.map((key) => `"${key}"`).join(', ')}</p>
      )}
    </Movable>
  )
}

interface Shown {
  readonly event: string
  readonly entry: FormEntry
  readonly facts: CommandFacts
}

/** Of the calls that the group's matcher selects, those for which the entry's own condition holds. */
function Selected({ event, entry, facts: { matches } }: Shown) {
  const found = matches?.entries.find(({ path }) => path === entry.path)
  if (found === undefined || !matchesTools(event) || textOf(entry.value.if) === '')
    return <span className={styles.gap} />
  return (
    <span className={styles.selected}>its if holds for {found.calls.length === 0 ? 'none' : found.calls.length}</span>
  )
}

function Problems({ entry, facts: { check } }: Pick<Shown, 'entry' | 'facts'>) {
  const own = check?.diagnostics.filter(({ path }) => path !== null && isWithin(path, entry.path)) ?? []
  return own.map(({ message, severity }) => (
    <p key={message} className={styles.problem} data-severity={severity}>
      {message}
    </p>
  ))
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)
}

interface FieldsProps extends Pick<Shown, 'event' | 'entry'> {
  readonly edits: FormEdits
  readonly type: string
  readonly what: string
}

function Fields({ event, entry: { at, value }, edits, type, what }: FieldsProps) {
  const set = (key: string, next: unknown, typing = false) => edits.set([...at, key], next, typing)
  const args = textsOf(value.args)
  return (
    <>
      {type === 'http' ? (
        <TextInput
          code
          aria-label={`Address of ${what}`}
          placeholder="http://127.0.0.1:8080/hook"
          data-control="url"
          value={textOf(value.url)}
          onChange={({ target }) => set('url', target.value, true)}
        />
      ) : (
        <TextArea
          code
          rows={Math.min(6, textOf(value.command).split('\n').length)}
          aria-label={args === null ? `Shell line of ${what}` : `Program of ${what}`}
          placeholder={args === null ? 'a shell line, such as ./guard.sh' : 'a program'}
          data-control="command"
          value={textOf(value.command)}
          onChange={({ target }) => set('command', target.value, true)}
        />
      )}
      {args === null ? null : (
        <ArgsField what={what} args={args} onArgs={(next, typing) => set('args', next, typing)} />
      )}
      <div className={styles.fields}>
        {matchesTools(event) ? (
          <Labelled label="if">
            {(id) => (
              <TextInput
                code
                id={id}
                placeholder="Bash(git *)"
                data-control="if"
                value={textOf(value.if)}
                onChange={({ target }) => set('if', target.value === '' ? undefined : target.value, true)}
              />
            )}
          </Labelled>
        ) : null}
        <Labelled label="timeout, s">
          {(id) => (
            <NumberField
              id={id}
              value={value.timeout}
              onValue={(next) => set('timeout', next, true)}
              placeholder="default"
            />
          )}
        </Labelled>
        <Labelled label="when it fails">
          {(id) => (
            <Choice
              id={id}
              data-control="onFailure"
              value={textOf(value.onFailure)}
              onChange={({ target }) => set('onFailure', target.value === '' ? undefined : target.value)}
            >
              <option value="">go on (default)</option>
              <option value="continue">continue</option>
              <option value="block">block</option>
            </Choice>
          )}
        </Labelled>
      </div>
      <div className={styles.flags}>
        <Flag label="async" hint="nobody waits for it" value={value.async} onValue={(next) => set('async', next)} />
        <Flag label="once" hint="once a session" value={value.once} onValue={(next) => set('once', next)} />
        {type === 'http' ? null : (
          <>
            <Flag
              label="persistent"
              hint="started once, asked line by line"
              value={value.persistent}
              onValue={(next) => set('persistent', next)}
            />
            <Flag
              label="args"
              hint="a program with arguments, without a shell"
              value={args !== null}
              onValue={(next) => set('args', next === true ? [] : undefined)}
            />
          </>
        )}
      </div>
    </>
  )
}

function Labelled({ label, children }: { readonly label: string; readonly children: (id: string) => React.ReactNode }) {
  const id = useId()
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

interface FlagProps {
  readonly label: string
  readonly hint: string
  readonly value: Json | undefined
  /** Undefined takes the key away: off is what it is without. */
  readonly onValue: (value: true | undefined) => void
}

function Flag({ label, hint, value, onValue }: FlagProps) {
  const id = useId()
  return (
    <span className={styles.flag} title={hint}>
      <Checkbox id={id} checked={value === true} onChange={(checked) => onValue(checked ? true : undefined)} />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: Json | undefined): readonly string[] | null {
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))) : null
}
