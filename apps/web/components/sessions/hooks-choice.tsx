'use client'
/** The hooks that a new session begins with: none, a set by its name, or picked one by one. */
import type { HookSet, HookSpec } from '@belay/api'
import { useQuery } from '@tanstack/react-query'
import { plural } from '../../lib/format'
import { hookSetsQuery } from '../../lib/queries'
import { Inline } from '../ui/inline'
import { Segments } from '../ui/segments'
import { HookChecklist } from './hook-checklist'
import styles from './hooks-choice.module.css'
import { type NewSessionDraft, sourceOf } from './new-session-draft'

interface Props {
  readonly draft: NewSessionDraft
  readonly onChange: (part: Partial<NewSessionDraft>) => void
}

const SOURCES = [
  { value: 'none', label: 'None yet' },
  { value: 'set', label: 'A set' },
  { value: 'chosen', label: 'One by one' },
]

export function HooksChoice({ draft, onChange }: Props) {
  return (
    <fieldset>
      <legend className={styles.legend}>Hooks</legend>
      <Segments
        label="Where hooks come from"
        value={draft.source}
        options={SOURCES}
        onValue={(value) => onChange({ source: sourceOf(value) })}
      />
      <Panel draft={draft} onChange={onChange} />
    </fieldset>
  )
}

function Panel({ draft, onChange }: Props) {
  switch (draft.source) {
    case 'none':
      return <p className={styles.none}>Hooks can be attached at any time, at a station of the rail.</p>
    case 'set':
      return (
        <div className={styles.panel}>
          <SetList chosen={draft.set} onChosen={(set) => onChange({ set })} />
        </div>
      )
    case 'chosen':
      return (
        <div className={styles.panel}>
          <HookChecklist chosen={draft.chosen} onChosen={(chosen) => onChange({ chosen })} />
        </div>
      )
  }
}

interface SetListProps {
  readonly chosen: string
  readonly onChosen: (name: string) => void
}

/** The one that is named, else the first: what is shown as chosen is what is attached. */
export function chosenSet(sets: readonly HookSet[], name: string): HookSet | undefined {
  return sets.find((set) => set.name === name) ?? sets[0]
}

function SetList({ chosen, onChosen }: SetListProps) {
  const { data: sets, error } = useQuery(hookSetsQuery)
  if (sets === undefined)
    return (
      <p className={styles.muted}>
        {error === null ? 'Reading the sets…' : 'The sets could not be read. Hooks can be attached later.'}
      </p>
    )
  return (
    <div role="radiogroup" aria-label="Set of hooks">
      {sets.map((set) => (
        <SetChoice
          key={set.name}
          set={set}
          checked={set === chosenSet(sets, chosen)}
          onCheck={() => onChosen(set.name)}
        />
      ))}
    </div>
  )
}

interface SetProps {
  readonly set: HookSet
  readonly checked: boolean
  readonly onCheck: () => void
}

function SetChoice({ set: { name, description, hooks, builtIn }, checked, onCheck }: SetProps) {
  return (
    <label className={styles.set} data-checked={checked}>
      <input type="radio" name="hook-set" className={styles.radio} checked={checked} onChange={onCheck} />
      <span className={styles.body}>
        <span className={styles.name}>{name}</span>
        <span className={styles.faint}>
          {plural(hooks.length, 'hook')}
          {builtIn ? '' : ' · yours'}
        </span>
        <span className={styles.description}>
          <Inline text={description} />
        </span>
        {checked ? (
          <span className={styles.hooks}>
            {hooks.map((hook, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a hook may stand in a set twice; its place is its name
              <HookLine key={at} hook={hook} />
            ))}
          </span>
        ) : null}
      </span>
    </label>
  )
}

function HookLine({ hook: { hook, mode, params } }: { readonly hook: HookSpec }) {
  const given = Object.entries(params ?? {}).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return (
    <span className={styles.hook}>
      <span className={styles.slug}>{hook}</span>
      {mode === undefined || mode === 'enforce' ? null : <span className={styles.mode}>{mode}</span>}
      <span className={styles.params} title={given.join('\n')}>
        {given.join(', ')}
      </span>
    </span>
  )
}
