'use client'
/** The hook that is open: code and what it does beside it, both of the same text. */
import { type JsonObject, type PointId, type SessionId, sessionId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { sentenceOf } from '../../lib/errors'
import { COMMANDS } from '../command-config/commands-api'
import { OpenedCommands } from '../command-config/opened-commands'
import { Button } from '../ui/button'
import { BuiltInPane } from './built-in-pane'
import { checksOf } from './checked-text'
import { showConflict } from './conflict-banner'
import { useDeleteHook } from './delete-hook'
import { EditorPane } from './editor-pane'
import editor from './editor-pane.module.css'
import { usesQuery } from './hooks-api'
import styles from './hooks-page.module.css'
import type { Original } from './new-hook-dialog'
import { SidePane } from './side-pane'
import type { CodeHandle } from './text-editor'
import { useDraftCheck } from './use-draft-check'
import type { Fireable } from './use-fired'
import { useHookFile } from './use-hook-file'
import { useEditorKeys } from './use-hooks-keys'

interface Props {
  readonly slug: string | null
  /** As the library has it; null where it has none of that name. */
  readonly hook: LibraryHook | null
  readonly session: string | null
  readonly onSession: (session: SessionId | null) => void
  /** From the template of a point, where one is given. */
  readonly onNew: (point?: PointId) => void
  readonly onDuplicate: (original: Original) => void
  readonly onGone: () => void
  /** After what was deleted is there again. */
  readonly onBack: (slug: string) => void
  /** A line of the code is to be seen. */
  readonly onCode: () => void
  /** It was made just now: its text is what the person goes on with. */
  readonly fresh: boolean
  readonly onEntered: () => void
}

export function OpenedHook(props: Props) {
  const { slug, hook } = props
  if (slug === null) return <Nothing onNew={props.onNew} />
  if (slug === COMMANDS) return <OpenedCommands {...props} />
  if (hook?.builtIn === true) return <OpenedBuiltIn {...props} hook={hook} />
  return <OpenedFile {...props} slug={slug} />
}

function Nothing({ onNew }: Pick<Props, 'onNew'>) {
  return (
    <main className={styles.centre} data-pane="code">
      <div className={editor.empty}>
        <h1>Hooks decide what your agent may do</h1>
        <p>
          Open one from the list to see what it does with the calls of your sessions, or write one: a template of each
          point shows what it is handed and what it may answer.
        </p>
        <Button tone="primary" onClick={() => onNew()}>
          New hook
        </Button>
      </div>
    </main>
  )
}

function OpenedBuiltIn({ hook, session, onSession, onNew }: Props & { readonly hook: LibraryHook }) {
  const { data: uses = [] } = useQuery(usesQuery(hook.slug))
  const [params, setParams] = useState<JsonObject | null>(null)
  const what = useMemo((): Fireable => ({ kind: 'library', hook }), [hook])
  return (
    <>
      <main className={styles.centre} data-pane="code">
        <BuiltInPane hook={hook} onNew={onNew} />
      </main>
      <SidePane
        {...{ hook, uses, params, what, onSession }}
        tried={hook}
        session={session === null ? null : sessionId(session)}
        dirty={false}
        onLine={() => undefined}
        onParams={setParams}
      />
    </>
  )
}

function OpenedFile(props: Props & { slug: string }) {
  const { slug, hook, session, fresh, onSession, onDuplicate, onGone, onBack, onCode, onEntered } = props
  const file = useHookFile(slug)
  const { data: uses = [] } = useQuery(usesQuery(slug))
  const sessions = new Set(uses.map((use) => use.session)).size
  const [params, setParams] = useState<JsonObject | null>(null)
  const check = useMemo(() => checksOf(slug), [slug])
  const code = useRef<CodeHandle>(null)
  const onLine = (line: number) => {
    onCode()
    requestAnimationFrame(() => code.current?.goTo(line))
  }
  const enter = useCallback(() => code.current?.focus(), [])
  const isShown = file.disk != null
  useEffect(() => {
    if (!fresh || !isShown) return
    // After the dialog has given the focus back.
    const timer = setTimeout(() => {
      code.current?.focus()
      onEntered()
    }, 0)
    return () => clearTimeout(timer)
  }, [fresh, isShown, onEntered])
  const saves = file.dirty && !file.conflict && !file.saving
  const { save } = file
  const { conflict } = file
  const onSave = useCallback(() => {
    if (conflict) showConflict()
    else if (saves) void save()
  }, [conflict, saves, save])
  useEditorKeys({ save: onSave, enter })
  const deletion = useDeleteHook({
    ...{ slug, sessions, onGone },
    text: file.disk?.text ?? file.text,
    onBack: () => onBack(slug),
  })
  if (file.disk === undefined) return <Unread error={file.error} />
  if (file.disk === null && !file.dirty) return <Missing slug={slug} />
  return (
    <>
      <main className={styles.centre} data-pane="code">
        <EditorPane
          {...{ file, hook, sessions, check, code, onLine }}
          onDuplicate={() => onDuplicate({ slug, text: file.text })}
          onDelete={deletion.ask}
        />
      </main>
      <Tried
        {...{ slug, hook, uses, params, onSession, onLine }}
        check={check}
        text={file.text}
        dirty={file.dirty}
        session={session}
        onParams={setParams}
      />
      {deletion.dialog}
    </>
  )
}

interface TriedProps
  extends Pick<
    React.ComponentProps<typeof SidePane>,
    'hook' | 'uses' | 'params' | 'dirty' | 'onLine' | 'onParams' | 'onSession'
  > {
  readonly slug: string
  readonly text: string
  readonly check: ReturnType<typeof checksOf>
  readonly session: string | null
}

/** Fired with the last text that was looked at: what is wrong with it is then known too. */
function Tried({ slug, text, check, session, ...rest }: TriedProps) {
  const said = useDraftCheck(check, text)
  const what = useMemo((): Fireable => ({ kind: 'draft', slug, text: said?.text ?? text }), [slug, said, text])
  const tried = said === null ? rest.hook : said.check.hook
  return <SidePane {...rest} what={what} tried={tried} session={session === null ? null : sessionId(session)} />
}

function Unread({ error }: { readonly error: unknown }) {
  return (
    <main className={styles.centre} data-pane="code" aria-busy={error === null}>
      {error === null ? null : (
        <div className={editor.empty}>
          <p role="alert">The file could not be read. {sentenceOf(error)}</p>
        </div>
      )}
    </main>
  )
}

function Missing({ slug }: { readonly slug: string }) {
  return (
    <main className={styles.centre} data-pane="code">
      <div className={editor.empty}>
        <h1>There is no hook called {slug}</h1>
        <p>It was deleted or has another name by now. The list shows those that there are.</p>
      </div>
    </main>
  )
}
