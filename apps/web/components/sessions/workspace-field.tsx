'use client'
/**
 * The folder of a new session: written, or one of the recent ones. What is written is checked as it is, by the machine that
 * would work there, and what is wrong with it stands below. What is written narrows the recent ones; what is picked does not.
 */
import type { RecentWorkspace } from '@belay/api'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Folder, FolderX } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { formatAgo, plural } from '../../lib/format'
import { TextInput } from '../ui/field'
import { Inline } from '../ui/inline'
import { recentWorkspacesQuery, workspaceCheckQuery } from './keeping'
import styles from './workspace-field.module.css'

/** Folders somebody would recognise; older ones are written. */
const MOST_RECENT = 4
/** After a pause of the hand, not after each letter. */
const PAUSE_MS = 200

interface Props {
  readonly workspace: string
  readonly onWorkspace: (path: string) => void
}

export function WorkspaceField({ workspace, onWorkspace }: Props) {
  const id = useId()
  const [written, setWritten] = useState('')
  const recent = matching(useQuery(recentWorkspacesQuery).data ?? [], written).slice(0, MOST_RECENT)
  const check = useWorkspaceCheck(workspace)
  const real = check.kind === 'right' ? check.path : workspace.trim()
  const at = recent.findIndex(({ path }) => path === real)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = recent[at < 0 && step < 0 ? recent.length - 1 : at + step]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    onWorkspace(next.path)
  }
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        Folder
      </label>
      <TextInput
        id={id}
        code
        required
        role="combobox"
        aria-expanded={recent.length > 0}
        aria-controls={`${id}-recent`}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        aria-describedby={`${id}-check`}
        aria-invalid={check.kind === 'wrong'}
        placeholder="/home/you/src/project"
        value={workspace}
        onChange={(event) => {
          setWritten(event.target.value)
          onWorkspace(event.target.value)
        }}
        onKeyDown={onKeyDown}
      />
      <p className={styles.check} id={`${id}-check`} data-kind={check.kind} role="status">
        <CheckText check={check} />
      </p>
      {recent.length === 0 ? null : (
        <div className={styles.recent} role="listbox" id={`${id}-recent`} aria-label="Worked in lately">
          {recent.map(({ path, sessions, lastUsedAt, exists }, index) => (
            <div
              key={path}
              id={`${id}-${index}`}
              className={styles.option}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              data-exists={exists}
              // The field keeps the focus, and with it the arrow keys.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onWorkspace(path)}
              onKeyDown={onKeyDown}
            >
              {exists ? <Folder size={13} aria-hidden /> : <FolderX size={13} aria-hidden />}
              <span className={styles.path} title={path}>
                {path}
              </span>
              <span className={styles.facts}>
                {exists
                  ? `${plural(sessions, 'session')} · ${formatAgo(lastUsedAt, Date.now())}`
                  : 'not there any more'}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Those with all the written words in them. A folder that is written in full narrows to what is in it. */
function matching(recent: readonly RecentWorkspace[], written: string): readonly RecentWorkspace[] {
  const words = written.toLowerCase().split(/\s+/)
  return recent.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)))
}

export type Check =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'right'; readonly path: string; readonly written: string }
  | { readonly kind: 'wrong'; readonly message: string }

function CheckText({ check }: { readonly check: Check }) {
  switch (check.kind) {
    case 'none':
      return 'An absolute path on the machine that runs Belay. Tools work in it.'
    case 'checking':
      return 'Looking…'
    case 'right':
      return (
        <>
          <CircleCheck size={13} aria-hidden />
          <span>{check.path === check.written ? 'The folder is there.' : `The folder is ${check.path}.`}</span>
        </>
      )
    case 'wrong':
      return (
        <>
          <CircleAlert size={13} aria-hidden />
          <span>
            <Inline text={check.message} />
          </span>
        </>
      )
  }
}

export function useWorkspaceCheck(workspace: string): Check {
  const written = workspace.trim()
  const paused = usePaused(written)
  const { data } = useQuery(workspaceCheckQuery(paused))
  if (written === '') return { kind: 'none' }
  if (paused !== written || data === undefined) return { kind: 'checking' }
  return data.ok ? { kind: 'right', path: data.path, written } : { kind: 'wrong', message: data.message }
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
