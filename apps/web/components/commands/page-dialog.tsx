'use client'
/** A page that an extension describes, drawn from its description alone: rows, and what can be done with them. */
import type { PageAction, PageDocument } from '@belay/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { api } from '../../lib/api'
import { sentenceOf } from '../../lib/errors'
import { pageQuery } from '../../lib/queries'
import { Markdown } from '../conversation/markdown'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Controls } from '../ui/controls'
import { Dialog } from '../ui/dialog'
import { Keys } from '../ui/keys'
import styles from './commands.module.css'
import { PageForm } from './page-form'
import { openPage, usePageOpen } from './page-open'

export function PageDialogHost() {
  const name = usePageOpen()
  return name === null ? null : <PageDialog key={name} name={name} />
}

function PageDialog({ name }: { readonly name: string }) {
  const { id } = useOpenSession()
  const query = pageQuery(id, name)
  const { data: page, error } = useQuery(query)
  const { run, trouble, busy } = useAction(name)
  return (
    <Dialog
      open
      onOpenChange={() => openPage(null)}
      title={page?.title ?? `/${name}`}
      width={hasDetails(page) ? 900 : 620}
    >
      {error === null ? null : (
        <p className={styles.trouble} role="alert">
          {sentenceOf(error)}
        </p>
      )}
      {trouble === null ? null : (
        <p className={styles.trouble} role="alert">
          <Controls text={trouble} />
        </p>
      )}
      {page == null ? null : <Page {...{ page, run, busy }} />}
    </Dialog>
  )
}

function hasDetails(page: PageDocument | null | undefined): boolean {
  return page?.rows.some(({ detail }) => detail !== null) ?? false
}

type Run = (action: PageAction, row: string | null, value: string) => Promise<boolean>

/** The same command again, with the action and what it is about; then the page is looked at anew. */
function useAction(name: string) {
  const { id } = useOpenSession()
  const queries = useQueryClient()
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const run: Run = async (action, row, value) => {
    setBusy(true)
    setTrouble(null)
    try {
      await api.runCommand(id, name, [action.run, row, value].filter((part) => part !== null && part !== '').join(' '))
      await queries.invalidateQueries({ queryKey: pageQuery(id, name).queryKey })
      return true
    } catch (error) {
      setTrouble(sentenceOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { run, trouble, busy }
}

interface PageProps {
  readonly page: PageDocument
  readonly run: Run
  readonly busy: boolean
}

function Page({ page, run, busy }: PageProps) {
  const { rows, actions } = page
  const list = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState<string | null>(null)
  const [asking, setAsking] = useState<PageAction | null>(null)
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === picked),
  )
  const row = rows[at] ?? null
  const isFree = (action: PageAction) => action.about === 'page' || row !== null
  const start = (action: PageAction) => {
    if (!isFree(action) || busy) return
    const { takes } = action
    if (takes.kind === 'text' || takes.kind === 'choice') setAsking(action)
    else void run(action, idFor(action), takes.kind === 'preset' ? takes.value : '')
  }
  const idFor = (action: PageAction) => (action.about === 'row' ? (row?.id ?? null) : null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    const action = actions.find(({ key }) => key === event.key)
    if (to !== undefined) setPicked(rows[Math.min(Math.max(to, 0), rows.length - 1)]?.id ?? null)
    else if (action !== undefined) start(action)
    else return
    event.preventDefault()
  }
  const leave = () => {
    setAsking(null)
    requestAnimationFrame(() => list.current?.focus())
  }
  return (
    <div className={styles.page} data-details={hasDetails(page)}>
      <div
        ref={list}
        className={styles.rows}
        role="listbox"
        aria-label={page.title}
        aria-activedescendant={row === null ? undefined : `page-row-${row.id}`}
        tabIndex={0}
        data-first-focus
        onKeyDown={onKeyDown}
      >
        {rows.length === 0 ? <p className={styles.empty}>{page.empty}</p> : null}
        {rows.map((one) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the row
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the list's
          <div
            key={one.id}
            id={`page-row-${one.id}`}
            role="option"
            aria-selected={one.id === row?.id}
            className={styles.row}
            data-tone={one.tone}
            onClick={() => setPicked(one.id)}
          >
            <span className={styles.number}>{one.id}</span>
            <span className={styles.text}>
              <Controls text={one.text} />
            </span>
            {one.badge === null ? null : <span className={styles.badge}>{one.badge}</span>}
          </div>
        ))}
      </div>
      <Detail text={row?.detail ?? null} />
      {asking === null ? (
        <div className={styles.actions}>
          {actions.map((action) => (
            <Button key={action.run} small disabled={!isFree(action) || busy} onClick={() => start(action)}>
              {action.label} <Keys keys={action.key.toUpperCase()} />
            </Button>
          ))}
        </div>
      ) : (
        <PageForm
          key={asking.run}
          action={asking}
          initial={row?.text.trim() ?? ''}
          busy={busy}
          onLeave={leave}
          onGive={async (value) => {
            if (await run(asking, idFor(asking), value)) leave()
          }}
        />
      )}
    </div>
  )
}

/** Of the row that is picked. It scrolls, so it can be reached by key. */
function Detail({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className={styles.detail} aria-label="About the row" tabIndex={0}>
      <Markdown text={text} />
    </section>
  )
}
