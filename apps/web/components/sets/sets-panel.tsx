'use client'
/**
 * Sets of hooks, to be attached in one go: those that ship with Belay, a person's own, and the hooks of other sessions. A
 * file that is dropped here becomes a set.
 */
import { useQuery } from '@tanstack/react-query'
import { Copy, FileUp, Plus, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import type { AttachSetRequest, HookSet } from '../../lib/api'
import { hookSetsQuery } from '../../lib/queries'
import type { MeantSet } from '../../lib/view/set-count'
import { useFolded, useOpenSession } from '../session/session-context'
import { Button, IconButton } from '../ui/button'
import { Inline } from '../ui/inline'
import { Segments } from '../ui/segments'
import { SessionChoice } from './session-choice'
import { SetRow } from './set-row'
import styles from './sets.module.css'
import { useImportSet } from './use-import-set'
import { walkRows } from './walk-rows'

interface Props {
  readonly onDone: () => void
  /** To the dialog that saves the session's hooks as a set. */
  readonly onSave: () => void
}

export function SetsPanel({ onDone, onSave }: Props) {
  const { actions } = useOpenSession()
  const [replace, setReplace] = useState(false)
  const [copying, setCopying] = useState(false)
  const [busy, setBusy] = useState(false)
  const importing = useImportSet()
  const attach = async (from: AttachSetRequest['from'], meant: MeantSet) => {
    setBusy(true)
    const done = await actions.attachSet({ from, replace }, meant)
    setBusy(false)
    if (done) onDone()
  }
  if (copying)
    return (
      <>
        <How replace={replace} onReplace={setReplace} />
        <SessionChoice
          busy={busy}
          onBack={() => setCopying(false)}
          onPick={({ id, title }) => attach({ session: id }, { called: `the hooks of ${title}`, size: null })}
        />
      </>
    )
  return (
    <div className={styles.body} data-over={importing.over} {...dropInto(importing)}>
      <How replace={replace} onReplace={setReplace} />
      <SetList
        busy={busy}
        onAttach={({ name, hooks }) => attach({ set: name }, { called: name, size: hooks.length })}
      />
      <ImportTrouble importing={importing} />
      <Ways onSave={onSave} onCopy={() => setCopying(true)} onFile={importing.read} />
    </div>
  )
}

type Importing = ReturnType<typeof useImportSet>

function dropInto({ setOver, read }: Importing) {
  const isFile = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    onDragOver: (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!isFile(event)) return
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file !== undefined) void read(file)
    },
  }
}

function How({ replace, onReplace }: { readonly replace: boolean; readonly onReplace: (replace: boolean) => void }) {
  const attached = useFolded(({ composition }) => composition?.hooks.length ?? 0)
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>Sets</h2>
      {attached === 0 ? null : (
        <div className={styles.how}>
          <Segments
            label="What happens to the hooks that are attached"
            value={replace ? 'replace' : 'add'}
            options={[
              { value: 'add', label: 'Add' },
              { value: 'replace', label: 'Replace all' },
            ]}
            onValue={(value) => onReplace(value === 'replace')}
          />
        </div>
      )}
    </div>
  )
}

interface ListProps {
  readonly busy: boolean
  readonly onAttach: (set: HookSet) => void
}

function SetList({ busy, onAttach }: ListProps) {
  const { data: sets, error } = useQuery(hookSetsQuery)
  if (sets === undefined)
    return <p className={styles.note}>{error === null ? 'Reading the sets…' : 'The sets could not be read.'}</p>
  return (
    <ul className={styles.list} onKeyDown={walkRows} aria-label="Sets">
      {sets.map((set) => (
        <SetRow key={set.name} set={set} busy={busy} onAttach={() => onAttach(set)} />
      ))}
    </ul>
  )
}

function ImportTrouble({ importing: { trouble, replaceIt, forget } }: { readonly importing: Importing }) {
  if (trouble === null) return null
  return (
    <div className={styles.trouble} role="alert">
      <p>
        <Inline text={trouble} />
      </p>
      {replaceIt === null ? null : (
        <Button small onClick={replaceIt}>
          Replace it
        </Button>
      )}
      <IconButton label="Leave it" small onClick={forget}>
        <X size={14} />
      </IconButton>
    </div>
  )
}

interface WaysProps {
  readonly onSave: () => void
  readonly onCopy: () => void
  readonly onFile: (file: File) => Promise<void>
}

function Ways({ onSave, onCopy, onFile }: WaysProps) {
  const attached = useFolded(({ composition }) => composition?.hooks.length ?? 0)
  const input = useRef<HTMLInputElement>(null)
  return (
    <footer className={styles.foot}>
      <Button small disabled={attached === 0} onClick={onSave}>
        <Plus size={13} />
        Save these…
      </Button>
      <Button small onClick={onCopy}>
        <Copy size={13} />
        From a session…
      </Button>
      <Button small onClick={() => input.current?.click()}>
        <FileUp size={13} />
        Import…
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="File of a set"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file !== undefined) void onFile(file)
        }}
      />
    </footer>
  )
}
