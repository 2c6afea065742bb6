'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, type HookSet } from '../../lib/api'
import { sayError } from '../../lib/errors'
import { Button, IconButton } from '../ui/button'
import { Controls } from '../ui/controls'
import { Inline } from '../ui/inline'
import { downloadSet } from './download-set'
import styles from './sets.module.css'

interface Props {
  readonly set: HookSet
  readonly busy: boolean
  readonly onAttach: () => void
}

/** A set: a click attaches it; beside it what else can be done with it. */
export function SetRow({ set, busy, onAttach }: Props) {
  const [deleting, setDeleting] = useState(false)
  const obstacles = obstaclesOf(set)
  // Not disabled: the arrows and a reader of the page go through it, and what has the focus keeps it.
  const unavailable = busy || obstacles.length > 0
  if (deleting) return <ConfirmDelete set={set} onClose={() => setDeleting(false)} />
  return (
    <li className={styles.row}>
      <button
        type="button"
        data-row
        className={styles.face}
        aria-disabled={unavailable}
        onClick={unavailable ? undefined : onAttach}
      >
        <span className={styles.name}>
          <Controls text={set.name} />
          <span className={styles.origin}>{set.builtIn ? 'built in' : 'your own'}</span>
        </span>
        {set.description === '' ? null : (
          <span className={styles.description}>
            <Controls text={set.description} />
          </span>
        )}
        <span className={styles.hooks}>{hooksText(set)}</span>
        {obstacles.map((obstacle) => (
          <span key={obstacle} className={styles.missing}>
            <Inline text={obstacle} />
          </span>
        ))}
      </button>
      <span className={styles.tools}>
        <IconButton label={`Export ${set.name} to a file`} small onClick={() => downloadSet(set.name)}>
          <Download size={14} />
        </IconButton>
        {set.builtIn ? null : (
          <IconButton label={`Delete ${set.name}`} small onClick={() => setDeleting(true)}>
            <Trash2 size={14} />
          </IconButton>
        )}
      </span>
    </li>
  )
}

/** What keeps it from being attached here. */
function obstaclesOf({ missing, problems }: HookSet): readonly string[] {
  return [...(missing.length === 0 ? [] : [`Not in the library here: ${missing.join(', ')}`]), ...problems]
}

function hooksText({ hooks }: HookSet): string {
  return hooks
    .map(({ hook, mode }) => {
      const name = hook.slice(hook.lastIndexOf('/') + 1)
      return mode === undefined || mode === 'enforce' ? name : `${name} (${mode})`
    })
    .join(', ')
}

/** What is deleted is gone for good, so it is asked about: in its place, since nothing else is meant. */
function ConfirmDelete({ set, onClose }: { readonly set: HookSet; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await api.deleteSet(set.name)
      await queries.invalidateQueries({ queryKey: ['sets'] })
    } catch (error) {
      sayError(error)
      onClose()
    }
    setBusy(false)
  }
  return (
    <li className={styles.confirm}>
      <p>
        Delete <strong>{set.name}</strong>? Sessions keep the hooks that they have from it.
      </p>
      <Button small onClick={onClose} autoFocus>
        Keep it
      </Button>
      <Button small tone="danger" disabled={busy} onClick={remove}>
        Delete
      </Button>
    </li>
  )
}
