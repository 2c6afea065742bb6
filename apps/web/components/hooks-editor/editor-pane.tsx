'use client'
/** A person's own hook: its text, what is wrong with it, what runs of it, and what can be done with the file. */
import { Copy, Save, Trash2 } from 'lucide-react'
import { type Ref, useRef, useState, useSyncExternalStore } from 'react'
import type { LibraryHook } from '../../lib/api'
import { formatClock, shortenPath } from '../../lib/format'
import { isMac } from '../../lib/platform'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { Button, IconButton } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Tip } from '../ui/tip'
import type { CheckText } from './checked-text'
import { CodeEditor } from './code-editor'
import { ConflictBanner } from './conflict-banner'
import { DiscardDraft } from './discard-draft'
import styles from './editor-pane.module.css'
import { errorText, languageOf, ownPlace, sessionsText } from './own-hook'
import { ProblemsList } from './problems-list'
import type { CodeHandle } from './text-editor'
import type { FoundProblem } from './type-extensions'
import { hearTypes, type TypesState, typesState } from './types-client'
import type { WrittenFile } from './use-hook-file'

/** `typed`: the types had been read by then. */
interface Found {
  readonly problems: readonly FoundProblem[]
  readonly typed: boolean
}

interface Props {
  readonly file: WrittenFile
  /** As the library has it; null while that is read. */
  readonly hook: LibraryHook | null
  readonly sessions: number
  readonly check: CheckText
  readonly code: Ref<CodeHandle>
  readonly onLine: (line: number) => void
  readonly onDuplicate: () => void
  readonly onDelete: () => void
}

export function EditorPane({ file, hook, sessions, check, code, onLine, onDuplicate, onDelete }: Props) {
  const { slug, disk, text, write } = file
  const [found, setFound] = useState<Found | null>(null)
  const after = useRef<HTMLDivElement>(null)
  const types = useSyncExternalStore(hearTypes, typesState, typesState)
  const path = disk?.file ?? hook?.file ?? `${slug}.ts`
  return (
    <section className={styles.pane} aria-label={`Text of ${slug}`}>
      <header className={styles.head}>
        <div className={styles.names}>
          <h1 className={styles.title}>
            {slug}
            {file.dirty ? <span className={styles.dirty}>not saved</span> : null}
          </h1>
          <p className={styles.path}>
            <Tip text={path}>
              <code>{shortenPath(path, 3)}</code>
            </Tip>
            <CopyButton label="Copy the path" text={() => path} />
          </p>
        </div>
        <IconButton label="Duplicate" onClick={onDuplicate}>
          <Copy size={15} />
        </IconButton>
        <IconButton label="Delete" onClick={onDelete} disabled={disk === null}>
          <Trash2 size={15} />
        </IconButton>
        <DiscardDraft file={file} name={slug} />
        <Button
          tone="primary"
          onClick={() => void file.save()}
          disabled={!file.dirty || file.conflict || file.saving}
          aria-keyshortcuts="Control+S"
        >
          <Save size={14} />
          Save
        </Button>
      </header>
      {file.conflict ? <ConflictBanner file={file} /> : null}
      <RunsBanner file={file} hook={hook} sessions={sessions} onLine={onLine} />
      <CodeEditor
        key={slug}
        ref={code}
        text={text}
        label={`Code of ${slug}`}
        language={languageOf(path)}
        check={(of) =>
          check(of).then(
            (said) => said.problems.map((problem) => ownPlace(problem, slug)),
            () => [],
          )
        }
        onProblems={(problems) => setFound({ problems, typed: typesState() === 'ready' })}
        onText={write}
        onLeave={() => after.current?.focus()}
      />
      <footer className={styles.foot} ref={after} tabIndex={-1}>
        <ProblemsList
          problems={found?.problems ?? null}
          looking={types === 'loading' || (types === 'ready' && found?.typed === false)}
          onLine={onLine}
        />
        <TypesNote state={types} />
        <span id="leave-the-editor" className={styles.keys}>
          Tab indents, Esc leaves the editor, {isMac() ? '⌘' : 'Ctrl'}+S saves.
        </span>
      </footer>
    </section>
  )
}

function TypesNote({ state }: { readonly state: TypesState }) {
  if (state === 'ready') return null
  return (
    <span className={styles.keys} data-types={state}>
      {state === 'loading' ? 'Types are being read…' : 'Types could not be read: there is no completion.'}
    </span>
  )
}

interface RunsProps {
  readonly file: WrittenFile
  readonly hook: LibraryHook | null
  readonly sessions: number
  readonly onLine: (line: number) => void
}

/** After a save, and for as long as the file has an error: what runs. */
function RunsBanner({ file, hook, sessions, onLine }: RunsProps) {
  const error = hook === null ? null : errorText(hook, sessions, formatClock)
  const saved = file.saved !== null
  if (error !== null) {
    const line = hook?.error?.line ?? null
    return (
      <div className={styles.banner} data-tone="failed" role="status">
        <div className={styles.bannerLine}>
          <VerdictGlyph mark="failed" label="" />
          <p>
            {saved ? 'Saved. ' : ''}
            {error} <span className={styles.message}>{hook?.error?.message}</span>
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
  return (
    <p className={styles.saved} role="status">
      {saved ? savedText(sessions) : ''}
    </p>
  )
}

function savedText(sessions: number): string {
  return sessions === 0 ? 'Saved.' : `Saved. It runs from the next turn on in ${sessionsText(sessions)}.`
}
