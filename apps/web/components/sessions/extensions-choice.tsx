'use client'
/** What a new session can do: as any other, or extension by extension. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ExtensionState } from '../../lib/api'
import { newExtensionsQuery } from '../../lib/queries'
import { broughtText } from '../extensions/extension-words'
import { Controls } from '../ui/controls'
import { Checkbox } from '../ui/field'
import { Segments } from '../ui/segments'
import { chosenOf, neededBy, switchOne } from './chosen-extensions'
import choice from './hooks-choice.module.css'
import styles from './new-session-dialog.module.css'
import type { NewSessionDraft } from './new-session-draft'

interface Props {
  readonly draft: NewSessionDraft
  readonly onChange: (part: Partial<NewSessionDraft>) => void
}

const SOURCES = [
  { value: 'usual', label: 'The usual ones' },
  { value: 'chosen', label: 'One by one' },
]

export function ExtensionsChoice({ draft, onChange }: Props) {
  return (
    <fieldset>
      <legend className={choice.legend}>Extensions</legend>
      <Segments
        label="Which extensions"
        value={draft.picksExtensions ? 'chosen' : 'usual'}
        options={SOURCES}
        onValue={(value) => onChange({ picksExtensions: value === 'chosen' })}
      />
      {draft.picksExtensions ? (
        <div className={choice.panel}>
          <List switched={draft.switched} onSwitched={(switched) => onChange({ switched })} />
        </div>
      ) : (
        <p className={choice.none}>They can be switched at any time, in the session’s top bar.</p>
      )}
    </fieldset>
  )
}

interface ListProps {
  readonly switched: readonly string[]
  readonly onSwitched: (switched: readonly string[]) => void
}

function List({ switched, onSwitched }: ListProps) {
  const { data: all, error } = useQuery(newExtensionsQuery)
  if (all === undefined)
    return (
      <p className={choice.muted}>
        {error === null ? 'Reading the extensions…' : 'They could not be read. They can be switched in the session.'}
      </p>
    )
  const on = chosenOf(all, switched)
  return all
    .filter(({ required, broken }) => !required && broken === null)
    .map((state) => (
      <ExtensionCheck
        key={state.name}
        state={state}
        checked={on.includes(state.name)}
        needed={neededBy(all, switched, state.name)}
        onChange={() => onSwitched(switchOne(all, switched, state.name))}
      />
    ))
}

interface CheckProps {
  readonly state: ExtensionState
  readonly checked: boolean
  readonly needed: readonly string[]
  readonly onChange: () => void
}

function ExtensionCheck({ state, checked, needed, onChange }: CheckProps) {
  const id = useId()
  const fixed = checked && needed.length > 0
  return (
    <label className={styles.hook} htmlFor={id}>
      <Checkbox id={id} checked={checked} disabled={fixed} onChange={onChange} />
      <span>
        <span className={styles.name}>{state.name}</span>
        <span className={styles.points}>{fixed ? `needed by ${needed.join(', ')}` : broughtText(state)}</span>
        <br />
        <span className={styles.description}>
          <Controls text={state.description} />
        </span>
      </span>
    </label>
  )
}
