'use client'
/** What can be done to the session as a whole, in its page's top bar, and where it was forked off. */
import type { SessionId } from '@belay/trace'
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  Fingerprint,
  GitFork,
  PenLine,
  Pin,
  PinOff,
  Puzzle,
  SquareTerminal,
  Table2,
  Trash2,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { sayError, sayQuietly } from '../../lib/errors'
import { openExtensions } from '../extensions/extensions-open'
import { useFolded, useOpenSession } from '../session/session-context'
import { useSummary } from '../session/use-summary'
import { openTrace } from '../trace-table/trace-open'
import { IconButton } from '../ui/button'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
  SubMenu,
  SubMenuContent,
  SubMenuTrigger,
} from '../ui/menu'
import { CompactItem } from './compact-item'
import { ForkDialogHost } from './fork-dialog'
import { ForkOriginLink } from './fork-origin'
import { leave } from './leaving'
import { ProgramItems } from './program-items'
import { requestRename } from './rename-request'
import { useFork } from './use-fork'
import { useShelving } from './use-shelving'

export function SessionMenu() {
  const { id } = useOpenSession()
  const facts = useFolded((state) => state.session)
  if (facts === null) return null
  const named = { id, title: facts.title }
  return (
    <>
      {facts.forkedFrom == null ? null : <ForkOriginLink origin={facts.forkedFrom} />}
      <Menu>
        <MenuTrigger asChild>
          <IconButton label="Session menu" small>
            <Ellipsis size={17} />
          </IconButton>
        </MenuTrigger>
        <MenuContent label="Session" width={250}>
          <ShelfItems named={named} />
          <MenuSeparator />
          <ProgramItems />
          <MenuItem
            icon={<Puzzle size={14} />}
            description="What this session can do: switch tools and hooks on and off"
            takesFocus
            onSelect={() => openExtensions(true)}
          >
            Extensions
          </MenuItem>
          <CompactItem />
          <MenuItem icon={<Table2 size={14} />} hint="T" takesFocus onSelect={() => openTrace(true)}>
            Trace of the hooks
          </MenuItem>
          <MenuSeparator />
          <ExportItems id={id} />
          <CopyItems id={id} />
          <MenuSeparator />
          <DeleteItem named={named} />
        </MenuContent>
      </Menu>
      <ForkDialogHost />
    </>
  )
}

interface NamedProps {
  readonly named: { readonly id: SessionId; readonly title: string }
}

function ShelfItems({ named }: NamedProps) {
  const summary = useSummary()
  const shelving = useShelving()
  const fork = useFork()
  const pinned = summary?.pinned === true
  const archived = summary?.archived === true
  return (
    <>
      <MenuItem icon={<PenLine size={14} />} takesFocus onSelect={requestRename}>
        Rename
      </MenuItem>
      <MenuItem
        icon={pinned ? <PinOff size={14} /> : <Pin size={14} />}
        disabled={summary === undefined}
        onSelect={() => shelving.pin([named], !pinned)}
      >
        {pinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      <MenuItem
        icon={archived ? <ArchiveRestore size={14} /> : <Archive size={14} />}
        disabled={summary === undefined}
        onSelect={() => shelving.archive([named], !archived)}
      >
        {archived ? 'Take out of the archive' : 'Archive'}
      </MenuItem>
      <MenuItem
        icon={<GitFork size={14} />}
        onSelect={() => fork({ session: named.id, title: named.title, row: null })}
      >
        Fork…
      </MenuItem>
    </>
  )
}

const EXPORTS = [
  ['otlp', 'OpenTelemetry', 'OTLP, JSON', 'Secrets are masked'],
  ['chrome', 'Perfetto', 'Chrome trace', 'Secrets are masked'],
  ['jsonl', 'Event log', 'JSON lines', 'The conversation is not masked'],
] as const

function ExportItems({ id }: { readonly id: SessionId }) {
  return (
    <SubMenu>
      <SubMenuTrigger icon={<Download size={14} />}>Export</SubMenuTrigger>
      <SubMenuContent width={270}>
        <MenuLabel>Times are UTC</MenuLabel>
        {EXPORTS.map(([format, label, hint, masking]) => (
          <MenuItem
            key={format}
            hint={hint}
            description={masking}
            onSelect={() => download(`/api/export/${id}?format=${format}`)}
          >
            {label}
          </MenuItem>
        ))}
      </SubMenuContent>
    </SubMenu>
  )
}

/** The server names the file. */
function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

function CopyItems({ id }: { readonly id: SessionId }) {
  const copy = (text: string, what: string) =>
    navigator.clipboard.writeText(text).then(() => sayQuietly(`${what} was copied: \`${text}\``), sayError)
  return (
    <>
      <MenuItem icon={<Fingerprint size={14} />} onSelect={() => copy(id, 'The id')}>
        Copy the id
      </MenuItem>
      <MenuItem
        icon={<SquareTerminal size={14} />}
        onSelect={() => copy(`belay sessions show ${id}`, 'The command line')}
      >
        Copy as a command line
      </MenuItem>
    </>
  )
}

function DeleteItem({ named }: NamedProps) {
  const router = useRouter()
  const shelving = useShelving()
  const remove = async () => {
    const stay = leave(named.id)
    if (await shelving.remove([named])) router.push('/')
    else stay()
  }
  return (
    <MenuItem icon={<Trash2 size={14} />} danger onSelect={() => void remove()}>
      Delete
    </MenuItem>
  )
}
