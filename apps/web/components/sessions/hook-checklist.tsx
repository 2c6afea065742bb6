'use client'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { LibraryHook } from '../../lib/api'
import { libraryQuery } from '../../lib/queries'
import { brokenLast, isBroken, loadErrorText } from '../../lib/view/load-error'
import { Checkbox } from '../ui/field'
import { Inline } from '../ui/inline'
import styles from './new-session-dialog.module.css'

interface Props {
  /** Slugs, in asking order: the order of choosing. */
  readonly chosen: readonly string[]
  readonly onChosen: (slugs: readonly string[]) => void
}

/** Hooks to begin with. Each is attached with the parameters that it comes with. */
export function HookChecklist({ chosen, onChosen }: Props) {
  const { data: library, error } = useQuery(libraryQuery)
  const toggle = (slug: string, on: boolean) =>
    onChosen(on ? [...chosen, slug] : chosen.filter((other) => other !== slug))
  return (
    <>
      {library === undefined ? (
        <p className={styles.muted}>
          {error === null ? 'Reading the library…' : 'The library could not be read. Hooks can be attached later.'}
        </p>
      ) : null}
      {brokenLast(library ?? []).map((hook) => (
        <HookCheck
          key={hook.slug}
          hook={hook}
          checked={chosen.includes(hook.slug)}
          onChange={(on) => toggle(hook.slug, on)}
        />
      ))}
    </>
  )
}

interface CheckProps {
  readonly hook: LibraryHook
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function HookCheck({ hook, checked, onChange }: CheckProps) {
  const id = useId()
  return (
    <label className={styles.hook} htmlFor={id} data-broken={isBroken(hook)}>
      <Checkbox id={id} checked={checked} disabled={isBroken(hook)} onChange={onChange} />
      <span>
        <span className={styles.name}>{hook.name}</span>
        <span className={styles.points}>{hook.points.join(', ')}</span>
        <br />
        {hook.error === null ? (
          <span className={styles.description}>
            <Inline text={hook.description} />
          </span>
        ) : (
          <span className={styles.error} title={hook.error.file ?? undefined}>
            {isBroken(hook) ? 'It does not load' : 'Its file has an error, its last good version runs'}:{' '}
            {loadErrorText(hook.error)}
          </span>
        )}
      </span>
    </label>
  )
}
