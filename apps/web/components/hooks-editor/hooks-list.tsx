'use client'
/** The hooks by whose they are: a person's own first. Arrows go from one to the next, also from the search. */
import type { CommandCheck } from '@belay/api'
import { useQueries, useQuery } from '@tanstack/react-query'
import { FileCode2, FileJson2, Lock } from 'lucide-react'
import { type Ref, useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { shortenPath } from '../../lib/format'
import { COMMANDS, commandCheckQuery, commandFileQuery } from '../command-config/commands-api'
import { findHooks } from '../palette/palette-groups'
import { CopyButton } from '../ui/copy-button'
import { TextInput } from '../ui/field'
import { Keys } from '../ui/keys'
import { useHasDraft } from './hook-draft'
import { programsQuery, usesQuery } from './hooks-api'
import styles from './hooks-list.module.css'
import { groupsOf, labelOf } from './own-hook'
import { walkRows } from './walk-rows'

interface Props {
  readonly library: readonly LibraryHook[]
  readonly open: string | null
  readonly onOpen: (slug: string) => void
  readonly search: Ref<HTMLInputElement>
}

export function HooksList({ library, open, onOpen, search }: Props) {
  const [words, setWords] = useState('')
  const [last, setLast] = useState<string | null>(null)
  const found = findHooks(library, words)
  const { own, builtIn } = groupsOf(found)
  const asked = words.toLowerCase()
  const hasCommands = COMMANDS.includes(asked) || 'commands'.includes(asked)
  const rows = [...own.map(slugOf), ...(hasCommands ? [COMMANDS] : []), ...builtIn.map(slugOf)]
  // Tab comes to the list once: to where one was in it, else to what is open.
  const stop = [last, open].find((slug) => slug !== null && rows.includes(slug)) ?? rows[0] ?? null
  const counts = useSessionCounts(library)
  const row = (hook: LibraryHook) => (
    <Row
      key={hook.slug}
      hook={hook}
      open={open === hook.slug}
      stop={stop === hook.slug}
      sessions={counts.get(hook.slug) ?? 0}
      onOpen={onOpen}
    />
  )
  return (
    <nav
      className={styles.list}
      aria-label="Hooks"
      onKeyDown={walkRows}
      onFocus={(event) => setLast(rowIn(event.target) ?? last)}
    >
      <div className={styles.search}>
        <TextInput
          ref={search}
          placeholder="Search hooks"
          aria-label="Search hooks"
          aria-keyshortcuts="/"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <div className={styles.rows}>
        {own.length > 0 ? <Group title="Your own">{own.map(row)}</Group> : null}
        {own.length === 0 && words === '' ? (
          <p className={styles.none}>You have no hooks of your own yet. New begins one from a template.</p>
        ) : null}
        {hasCommands ? (
          <Group title="Commands">
            <CommandsRow open={open === COMMANDS} stop={stop === COMMANDS} onOpen={onOpen} />
          </Group>
        ) : null}
        {builtIn.length > 0 ? <Group title="Built in">{builtIn.map(row)}</Group> : null}
        <ProgramHooks words={words} />
        {found.length === 0 && words !== '' ? <p className={styles.none}>No hook matches.</p> : null}
      </div>
      <p className={styles.keys}>
        <Keys keys="↑" />
        <Keys keys="↓" />
        hooks
        <span className={styles.gap} />
        <Keys keys="E" />
        editor
      </p>
    </nav>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.group}>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

interface RowProps {
  readonly hook: LibraryHook
  readonly open: boolean
  /** Where Tab comes to in the list. */
  readonly stop: boolean
  readonly sessions: number
  readonly onOpen: (slug: string) => void
}

function Row({ hook, open, stop, sessions, onOpen }: RowProps) {
  const { slug, points, error, version, builtIn } = hook
  const written = useHasDraft(slug) && !builtIn
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={open ? 'true' : undefined}
        data-row={slug}
        tabIndex={stop ? 0 : -1}
        onClick={() => onOpen(slug)}
      >
        <span className={styles.icon} aria-hidden>
          {builtIn ? <Lock size={13} /> : <FileCode2 size={14} />}
        </span>
        <span className={styles.name}>
          {labelOf(hook)}
          {written ? (
            <span className={styles.unsaved} title="Not saved">
              <span className="visually-hidden">, not saved</span>
            </span>
          ) : null}
        </span>
        {sessions === 0 ? null : (
          <span className={styles.count} title={`attached in ${sessions === 1 ? 'a session' : `${sessions} sessions`}`}>
            {sessions}
            <span className="visually-hidden"> {sessions === 1 ? 'session' : 'sessions'}</span>
          </span>
        )}
        <span className={styles.below} data-broken={error !== null}>
          {error !== null ? (version === null ? 'does not load' : 'an older version runs') : pointsText(points)}
        </span>
      </button>
    </li>
  )
}

function CommandsRow({ open, stop, onOpen }: Pick<RowProps, 'open' | 'stop' | 'onOpen'>) {
  const written = useHasDraft(COMMANDS)
  const { data: file } = useQuery(commandFileQuery)
  const text = file?.text ?? ''
  const { data: check } = useQuery({ ...commandCheckQuery(text), enabled: file != null })
  const errors = check?.diagnostics.filter(({ severity }) => severity === 'error').length ?? 0
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={open ? 'true' : undefined}
        data-row={COMMANDS}
        tabIndex={stop ? 0 : -1}
        onClick={() => onOpen(COMMANDS)}
      >
        <span className={styles.icon} aria-hidden>
          <FileJson2 size={14} />
        </span>
        <span className={styles.name}>
          Commands (hooks.json)
          {written ? (
            <span className={styles.unsaved} title="Not saved">
              <span className="visually-hidden">, not saved</span>
            </span>
          ) : null}
        </span>
        <span className={styles.below} data-broken={errors > 0}>
          {file == null || check === undefined ? 'as Claude Code has them' : commandsText(check, errors)}
        </span>
      </button>
    </li>
  )
}

function commandsText({ readable, entries }: CommandCheck, errors: number): string {
  if (!readable) return 'not JSON: none of them runs'
  const commands = entries.length === 1 ? '1 command' : `${entries.length} commands`
  return errors === 0 ? commands : `${commands}, ${errors === 1 ? '1 error' : `${errors} errors`}`
}

function pointsText(points: LibraryHook['points']): string {
  const [first, ...others] = points
  if (first === undefined) return 'stands nowhere'
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

/** Of programs: read and edited with whatever the person edits those folders with. */
function ProgramHooks({ words }: { readonly words: string }) {
  const { data: programs = [] } = useQuery(programsQuery)
  const lines = programs.flatMap(({ name, hooks }) => hooks.map((hook) => ({ ...hook, program: name })))
  const found = lines.filter((line) => `${line.program} ${line.point}`.toLowerCase().includes(words.toLowerCase()))
  if (found.length === 0) return null
  return (
    <Group title="Of programs, to be edited where they are">
      {found.map(({ program, point, file, error }) => (
        <li key={`${file} ${point}`} className={styles.program}>
          <span className={styles.name}>
            {program} · {point}
          </span>
          <span className={styles.below} data-broken={error !== null}>
            {error === null ? shortenPath(file) : `line ${error.line ?? '?'}: ${error.message}`}
          </span>
          <CopyButton label={`Copy the path of ${point} of ${program}`} text={() => file} />
        </li>
      ))}
    </Group>
  )
}

/** How many sessions have each attached. */
function useSessionCounts(library: readonly LibraryHook[]): ReadonlyMap<string, number> {
  const results = useQueries({ queries: library.map(({ slug }) => usesQuery(slug)) })
  return new Map(
    library.map(({ slug }, at) => [slug, new Set(results[at]?.data?.map(({ session }) => session)).size] as const),
  )
}

function slugOf({ slug }: LibraryHook): string {
  return slug
}

function rowIn(target: EventTarget): string | null {
  return target instanceof HTMLElement ? (target.dataset.row ?? null) : null
}
