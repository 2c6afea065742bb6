'use client'
/** What can be done to one session, in the menu at the end of its row. */
import { Archive, ArchiveRestore, Ellipsis, GitFork, PenLine, Pin, PinOff, Play, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SessionSummary } from '../../lib/api'
import { Button } from '../ui/button'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../ui/menu'
import type { RowActions } from './session-row'
import styles from './session-row.module.css'
import type { Shelf } from './shelf-view'

interface Props {
  readonly session: SessionSummary
  readonly shelf: Shelf
  readonly actions: RowActions
}

export function RowTools({ session, shelf, actions }: Props) {
  return (
    <div className={styles.tools}>
      {shelf === 'deleted' ? (
        <Button small tabIndex={-1} onClick={() => actions.restore(session)}>
          Restore
        </Button>
      ) : null}
      <RowMenu session={session} shelf={shelf} actions={actions} />
    </div>
  )
}

function RowMenu({ session, shelf, actions }: Props) {
  const [open, setOpen] = useState(false)
  const onOpenChange = (next: boolean) => {
    setOpen(next)
    actions.menu(next)
  }
  return (
    <Menu open={open} onOpenChange={onOpenChange}>
      <MenuTrigger asChild>
        <button
          type="button"
          className={styles.more}
          tabIndex={-1}
          aria-label={`${session.title}: what can be done`}
          data-open={open}
        >
          <Ellipsis size={16} />
        </button>
      </MenuTrigger>
      <MenuContent align="end" label={session.title} width={220}>
        {shelf === 'deleted' ? (
          <DeletedItems session={session} actions={actions} />
        ) : (
          <KeptItems {...{ session, shelf, actions }} />
        )}
      </MenuContent>
    </Menu>
  )
}

function KeptItems({ session, shelf, actions }: Props) {
  const archived = shelf === 'archived'
  return (
    <>
      <MenuItem icon={<PenLine size={14} />} hint="F2" takesFocus onSelect={() => actions.startRename(session.id)}>
        Rename
      </MenuItem>
      <MenuItem
        icon={session.pinned ? <PinOff size={14} /> : <Pin size={14} />}
        hint="P"
        onSelect={() => actions.pin(session)}
      >
        {session.pinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      <MenuItem
        icon={archived ? <ArchiveRestore size={14} /> : <Archive size={14} />}
        hint="E"
        onSelect={() => actions.archive(session)}
      >
        {archived ? 'Take out of the archive' : 'Archive'}
      </MenuItem>
      <MenuItem icon={<GitFork size={14} />} onSelect={() => actions.fork(session)}>
        Fork…
      </MenuItem>
      {session.tour ? (
        <MenuItem icon={<Play size={14} />} onSelect={actions.runTour}>
          Run the tour again
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem icon={<Trash2 size={14} />} hint="Del" danger onSelect={() => actions.remove(session)}>
        Delete
      </MenuItem>
    </>
  )
}

function DeletedItems({ session, actions }: Omit<Props, 'shelf'>) {
  return (
    <>
      <MenuItem icon={<RotateCcw size={14} />} onSelect={() => actions.restore(session)}>
        Restore
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 size={14} />} hint="Del" danger onSelect={() => actions.purge(session)}>
        Delete for good…
      </MenuItem>
    </>
  )
}
