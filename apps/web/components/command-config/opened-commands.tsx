'use client'
/** `hooks.json`, open: one text as JSON or as a form, and beside it what its matchers match. */
import { type SessionId, sessionId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { FolderInput, Redo2, Save, Undo2 } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { sentenceOf } from '../../lib/errors'
import { shortenPath } from '../../lib/format'
import { isMac } from '../../lib/platform'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { ConflictBanner, showConflict } from '../hooks-editor/conflict-banner'
import { DiscardDraft } from '../hooks-editor/discard-draft'
import editor from '../hooks-editor/editor-pane.module.css'
import page from '../hooks-editor/hooks-page.module.css'
import { ProblemsList } from '../hooks-editor/problems-list'
import type { CodeHandle } from '../hooks-editor/text-editor'
import { useEditorKeys } from '../hooks-editor/use-hooks-keys'
import { Button, IconButton } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Segments } from '../ui/segments'
import { Tip } from '../ui/tip'
import styles from './commands.module.css'
import { commandCheckQuery, commandMatchesQuery } from './commands-api'
import { CommandsForm } from './commands-form'
import { JsonEditor } from './json-editor'
import { MatchesPane } from './matches-pane'
import { TakeOverDialog } from './take-over-dialog'
import { useCommandFile, type WrittenCommands } from './use-command-file'
import { usePaused } from './use-paused'

type View = 'json' | 'form'

/** As the editor of hooks waits before it says what is wrong. */
const PAUSE_MS = 250
const EMPTY = '{\n  "hooks": {}\n}\n'

interface Props {
  readonly session: string | null
  readonly onSession: (session: SessionId | null) => void
  /** A line of the text is to be seen. */
  readonly onCode: () => void
}

export function OpenedCommands(props: Props) {
  const file = useCommandFile()
  if (file.disk === undefined) return <Unread error={file.error} />
  if (file.disk === null && !file.dirty) return <NoFile onBegin={() => file.write(EMPTY)} />
  return <Opened {...props} file={file} />
}

function Opened({ file, session, onSession, onCode }: Props & { readonly file: WrittenCommands }) {
  const [view, setView] = useState<View>('form')
  const code = useRef<CodeHandle>(null)
  const of = session === null ? null : sessionId(session)
  const text = usePaused(file.text, PAUSE_MS)
  const said = useQuery(commandCheckQuery(text))
  const check = said.data ?? null
  const { data: matches = null } = useQuery(commandMatchesQuery(text, of))
  const known = useMemo(
    () => (check === null || said.isPlaceholderData ? null : { text, check }),
    [check, said.isPlaceholderData, text],
  )
  const onLine = (line: number) => {
    onCode()
    setView('json')
    requestAnimationFrame(() => code.current?.goTo(line))
  }
  const saves = file.dirty && !file.conflict && !file.saving
  const { save, conflict } = file
  useEditorKeys({
    save: useCallback(() => {
      if (conflict) showConflict()
      else if (saves) void save()
    }, [conflict, saves, save]),
    enter: useCallback(() => {
      setView('json')
      requestAnimationFrame(() => code.current?.focus())
    }, []),
  })
  const after = useRef<HTMLDivElement>(null)
  return (
    <>
      <main className={page.centre} data-pane="code">
        <section className={editor.pane} aria-label="Commands (hooks.json)">
          <Head {...{ file, view, code }} onView={setView} saves={saves} />
          {file.conflict ? <ConflictBanner file={file} /> : null}
          {check === null || check.readable ? null : <NotJson check={check} onLine={onLine} />}
          <p className={editor.saved} role="status">
            {file.saved === null ? '' : 'Saved. It holds from the next event on, in every session.'}
          </p>
          <div className={styles.view} hidden={view !== 'json'}>
            <JsonEditor
              ref={code}
              text={file.text}
              said={known}
              onText={file.write}
              onLeave={() => after.current?.focus()}
            />
          </div>
          {view === 'form' ? <CommandsForm {...{ code, check, matches, onLine }} text={file.text} /> : null}
          <footer className={editor.foot} ref={after} tabIndex={-1}>
            <ProblemsList problems={check === null ? null : problemsOf(check)} onLine={onLine} />
            <span id="leave-the-editor" className={editor.keys}>
              {view === 'json' ? 'Tab indents, Esc leaves the editor, ' : 'Alt+↑ and Alt+↓ move an entry or a group, '}
              {isMac() ? '⌘' : 'Ctrl'}+S saves.
            </span>
          </footer>
        </section>
      </main>
      <MatchesPane {...{ matches, check, onSession, onLine }} saved={!file.dirty} session={of} />
    </>
  )
}

interface HeadProps {
  readonly file: WrittenCommands
  readonly view: View
  readonly code: React.RefObject<CodeHandle | null>
  readonly saves: boolean
  readonly onView: (view: View) => void
}

function Head({ file, view, code, saves, onView }: HeadProps) {
  const path = file.disk?.file ?? 'hooks.json'
  return (
    <header className={editor.head}>
      <div className={editor.names}>
        <h1 className={editor.title}>
          hooks.json
          {file.dirty ? <span className={editor.dirty}>not saved</span> : null}
        </h1>
        <p className={editor.path}>
          <Tip text={path}>
            <code>{shortenPath(path, 3)}</code>
          </Tip>
          <CopyButton label="Copy the path" text={() => path} />
        </p>
      </div>
      <TakeOver />
      <Segments
        label="How it is shown"
        value={view}
        options={[
          { value: 'form', label: 'Form' },
          { value: 'json', label: 'JSON' },
        ]}
        onValue={(next) => onView(next === 'json' ? 'json' : 'form')}
      />
      <IconButton label="Undo" keys="Ctrl+Z" onClick={() => code.current?.undo()}>
        <Undo2 size={15} />
      </IconButton>
      <IconButton label="Redo" keys="Ctrl+Shift+Z" onClick={() => code.current?.redo()}>
        <Redo2 size={15} />
      </IconButton>
      <DiscardDraft file={file} name="hooks.json" />
      <Button tone="primary" onClick={() => void file.save()} disabled={!saves} aria-keyshortcuts="Control+S">
        <Save size={14} />
        Save
      </Button>
    </header>
  )
}

function TakeOver() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Take over the hooks of a folder" onClick={() => setOpen(true)}>
        <FolderInput size={15} />
      </IconButton>
      {open ? <TakeOverDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

type Check = NonNullable<React.ComponentProps<typeof MatchesPane>['check']>

function problemsOf({ diagnostics }: Check) {
  return diagnostics.map(({ line, column, severity, message }) => ({
    ...{ line, severity, message },
    from: (line ?? 0) * 10_000 + (column ?? 0),
  }))
}

function NotJson({ check, onLine }: { readonly check: Check; readonly onLine: (line: number) => void }) {
  const line = check.diagnostics.find(({ severity }) => severity === 'error')?.line ?? null
  return (
    <div className={editor.banner} data-tone="failed" role="status">
      <div className={editor.bannerLine}>
        <VerdictGlyph mark="failed" label="" />
        <p>
          This is not JSON{line === null ? '' : ` (line ${line})`}. Saved like this, none of its commands runs; what was
          guarded by one with <code>"onFailure": "block"</code> is refused until the file can be read again.
        </p>
        {line === null ? null : (
          <Button small onClick={() => onLine(line)}>
            Show line {line}
          </Button>
        )}
      </div>
    </div>
  )
}

function NoFile({ onBegin }: { readonly onBegin: () => void }) {
  return (
    <main className={page.centre} data-pane="code">
      <div className={editor.empty}>
        <h1>Commands as hooks</h1>
        <p>
          Scripts that were written as hooks for Claude Code run here unchanged, from <code>hooks.json</code> in Belay’s
          home folder. There is no such file yet.
        </p>
        <Button tone="primary" onClick={onBegin}>
          Begin hooks.json
        </Button>
        <TakeOver />
      </div>
    </main>
  )
}

function Unread({ error }: { readonly error: unknown }) {
  return (
    <main className={page.centre} data-pane="code" aria-busy={error === null}>
      {error === null ? null : (
        <div className={editor.empty}>
          <p role="alert">hooks.json could not be read. {sentenceOf(error)}</p>
        </div>
      )}
    </main>
  )
}
