'use client'
/** What can be done to all that is picked. Lies over the end of the list, so that no row moves when it comes. */
import { Archive, ArchiveRestore, Pin, RotateCcw, Trash2, X } from 'lucide-react'
import { plural } from '../../lib/format'
import { Button, IconButton } from '../ui/button'
import { NOTHING } from './picking'
import styles from './selection-bar.module.css'
import type { Shelf } from './shelf-view'
import type { ListState } from './use-list-state'

interface Props {
  readonly list: ListState
  readonly shelf: Shelf
}

export function SelectionBar({ list, shelf }: Props) {
  const { picked, setPicked, pickAll, ids } = list
  const count = picked.ids.size
  if (count === 0) return null
  return (
    <div className={styles.bar} data-selection-bar role="toolbar" aria-label="Selected sessions">
      <span className={styles.count} role="status">
        {plural(count, 'session')} selected
      </span>
      {count < ids.length ? (
        <Button small tone="quiet" onClick={pickAll}>
          Select all {ids.length}
        </Button>
      ) : null}
      <span className={styles.rule} aria-hidden />
      {shelf === 'deleted' ? <DeletedActions list={list} /> : <KeptActions list={list} shelf={shelf} />}
      <IconButton label="Clear the selection" keys="Esc" small onClick={() => setPicked(NOTHING)}>
        <X size={15} />
      </IconButton>
    </div>
  )
}

function KeptActions({ list: { chosen, many }, shelf }: Props) {
  return (
    <>
      <Button small onClick={() => many.pin(chosen())}>
        <Pin size={13} />
        {chosen().every(({ pinned }) => pinned) ? 'Unpin' : 'Pin'}
      </Button>
      <Button small onClick={() => many.archive(chosen())}>
        {shelf === 'archived' ? <ArchiveRestore size={13} /> : <Archive size={13} />}
        {shelf === 'archived' ? 'Take out' : 'Archive'}
      </Button>
      <Button small tone="danger" onClick={() => many.remove(chosen())}>
        <Trash2 size={13} />
        Delete
      </Button>
    </>
  )
}

function DeletedActions({ list: { chosen, many } }: Pick<Props, 'list'>) {
  return (
    <>
      <Button small onClick={() => many.restore(chosen())}>
        <RotateCcw size={13} />
        Restore
      </Button>
      <Button small tone="danger" onClick={() => many.purge(chosen())}>
        <Trash2 size={13} />
        Delete for good…
      </Button>
    </>
  )
}
