'use client'
/** The hooks by whose they are: a person's own first. Arrows go from one to the next, also from the search. */
import type { CommandCheck } from '@belay/api'
import { useQueries, useQuery } from '@tanstack/react-query'
import { FileCode2, FileJson2, Lock } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import type { LibraryHook } from '../../lib/api'
import { shortenPath } from '../../lib/format'
import { COMMANDS, commandCheckQuery, commandFileQuery } from '../command-config/commands-api'
import { findHooks } from '../palette/palette-groups'
import { CopyButton } from '../ui/copy-button'
import { TextInput } from '../ui/field'
import { keptDraft } from './hook-draft'
import { programsQuery, usesQuery } from './hooks-api'
import styles from './hooks-list.module.css'
import { groupsOf } from './own-hook'

interface Props {
  readonly library: readonly LibraryHook[]
  readonly open: string | null
  readonly onOpen: (slug: string) => void
  readonly search: Ref<HTMLInputElement>
}

export function HooksList({ library, open, onOpen, search }: Props) {
  const [words, setWords] = useState('')
  const found = findHooks(library, words)
  const { own, builtIn } = groupsOf(found)
  const counts = useSessionCounts(library)
  const row = (hook: LibraryHook) => (
    <Row key={hook.slug} hook={hook} open={open === hook.slug} sessions={counts.get(hook.slug) ?? 0} onOpen={onOpen} />
  )
  return (
    <nav className={styles.list} aria-label="Hooks" onKeyDown={walk}>
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
        {COMMANDS.includes(words.toLowerCase()) || 'commands'.includes(words.toLowerCase()) ? (
          <Group title="Commands">
            <CommandsRow open={open === COMMANDS} onOpen={onOpen} />
          </Group>
        ) : null}
        {builtIn.length > 0 ? <Group title="Built in">{builtIn.map(row)}</Group> : null}
        <ProgramHooks words={words} />
        {found.length === 0 && words !== '' ? <p className={styles.none}>No hook matches.</p> : null}
      </div>
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
  readonly sessions: number
  readonly onOpen: (slug: string) => void
}

function Row({ hook, open, sessions, onOpen }: RowProps) {
  const { slug, name, points, error, version, builtIn } = hook
  const written = !builtIn && keptDraft(slug) !== null
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={open ? 'true' : undefined}
        data-row
        onClick={() => onOpen(slug)}
      >
        <span className={styles.icon} aria-hidden>
          {builtIn ? <Lock size={13} /> : <FileCode2 size={14} />}
        </span>
        <span className={styles.name}>
          {builtIn ? name : slug}
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

function CommandsRow({ open, onOpen }: Pick<RowProps, 'open' | 'onOpen'>) {
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
        data-row
        onClick={() => onOpen(COMMANDS)}
      >
        <span className={styles.icon} aria-hidden>
          <FileJson2 size={14} />
        </span>
        <span className={styles.name}>
          Commands (hooks.json)
          {keptDraft(COMMANDS) === null ? null : (
            <span className={styles.unsaved} title="Not saved">
              <span className="visually-hidden">, not saved</span>
            </span>
          )}
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

function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-row]')]
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1
  stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus()
}
