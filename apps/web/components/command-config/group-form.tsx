'use client'
import { Plus } from 'lucide-react'
import { Button } from '../ui/button'
/** A group of `hooks.json`: its matcher, what that selects now, and its entries in their order. */
import { Controls } from '../ui/controls'
import { TextInput } from '../ui/field'
import type { CommandFacts } from './command-facts'
import styles from './commands.module.css'
import { type FormEdits, newEntry } from './commands-form'
import type { FormGroup } from './commands-form-model'
import { EntryForm } from './entry-form'
import { hasMatcher } from './event-words'
import { GroupSelects } from './group-selects'
import { Movable, type Place } from './movable'

interface Props extends CommandFacts, Place {
  readonly event: string
  readonly group: FormGroup
  readonly edits: FormEdits
}

export function GroupForm({ event, group, edits, list, nth, count, ...facts }: Props) {
  const { check, matches } = facts
  const own = check?.diagnostics.filter(({ path }) => path === group.path || path === `${group.path}.matcher`) ?? []
  const what = `group ${nth + 1} of ${event}`
  return (
    <Movable
      {...{ what, list, nth, count, edits }}
      className={styles.group}
      head={
        hasMatcher(event) ? (
          <span className={styles.matcher}>
            <span aria-hidden>matcher</span>
            <TextInput
              code
              aria-label={`Matcher of ${what}`}
              placeholder="all"
              data-control="matcher"
              value={group.matcher}
              onChange={({ target }) => edits.set([...group.at, 'matcher'], target.value, true)}
            />
          </span>
        ) : (
          <span className={styles.whole}>at each</span>
        )
      }
    >
      {group.folder === null ? null : (
        <p className={styles.of}>
          Only in sessions of <Controls text={group.folder} />, from whose settings it was taken over.
        </p>
      )}
      <GroupSelects group={matches?.groups.find(({ path }) => path === group.path) ?? null} matches={matches} />
      {own.map(({ message, severity }) => (
        <p key={message} className={styles.problem} data-severity={severity}>
          {message}
        </p>
      ))}
      {group.odd ? (
        <p className={styles.problem}>
          Something in it is no entry.{' '}
          <button type="button" className={styles.link} onClick={() => facts.onLine(group.line)}>
            Show line {group.line}
          </button>
        </p>
      ) : null}
      <div className={styles.entries}>
        {group.entries.map((entry) => (
          <EntryForm
            key={entry.path}
            {...{ event, entry, edits, ...facts }}
            list={[...group.at, 'hooks']}
            nth={Number(entry.at.at(-1))}
            count={Number(group.entries.at(-1)?.at.at(-1)) + 1}
          />
        ))}
      </div>
      <Button small tone="quiet" onClick={() => edits.add([...group.at, 'hooks'], newEntry())}>
        <Plus size={13} />
        Add a command
      </Button>
    </Movable>
  )
}
