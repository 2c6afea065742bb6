'use client'
/**
 * Hooks, written and tried: the list of them, the one that is open, and what it does with an event. Which one is open stands in
 * the address. In narrow windows the three take turns.
 */
import type { PointId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { Moon, Plus, Sun } from 'lucide-react'
import Link from 'next/link'
import { useCallback, useRef, useState } from 'react'
import { sentenceOf } from '../../lib/errors'
import { toggleTheme, useTheme } from '../../lib/theme'
import { MEDIUM, useMedia } from '../../lib/use-media'
import { KeysButton } from '../session/keys-sheet'
import { ConnectionState } from '../session/status-bar'
import { Button, IconButton } from '../ui/button'
import { HOOKS_PAGE_KEYS } from './editor-keys'
import { hooksQuery } from './hooks-api'
import { HooksList } from './hooks-list'
import styles from './hooks-page.module.css'
import { NewHookDialog, type Original } from './new-hook-dialog'
import { OpenedHook } from './opened-hook'
import { type PaneName, PaneTabs } from './pane-tabs'
import { useHooksKeys } from './use-hooks-keys'
import { useOpenHook } from './use-open-hook'

interface Making {
  readonly original: Original | null
  readonly point: PointId
}

export function HooksPage() {
  const { data: library, error } = useQuery(hooksQuery)
  const [open, show] = useOpenHook()
  const isWide = useMedia(MEDIUM)
  const [pane, setPane] = useState<PaneName>(open.hook === null ? 'list' : 'code')
  const [making, setMaking] = useState<Making | null>(null)
  const search = useRef<HTMLInputElement>(null)
  const [made, setMade] = useState<string | null>(null)
  const onNew = useCallback((point?: PointId) => setMaking({ original: null, point: point ?? 'tools.before' }), [])
  const onNewAny = useCallback(() => onNew(), [onNew])
  const toSearch = useCallback(() => {
    setPane('list')
    requestAnimationFrame(() => search.current?.focus())
  }, [])
  const onEntered = useCallback(() => setMade(null), [])
  useHooksKeys({ onNew: onNewAny, onSearch: toSearch })
  const onOpen = (hook: string) => {
    show({ hook })
    setPane('code')
  }
  const hook = library?.find(({ slug }) => slug === open.hook) ?? null
  return (
    <div className={styles.page}>
      <title>{open.hook === null ? 'Hooks · Belay' : `${open.hook} · Hooks · Belay`}</title>
      <Bar onNew={onNewAny} />
      {isWide ? null : <PaneTabs pane={pane} onPane={setPane} />}
      <div className={styles.columns} data-pane={isWide ? 'all' : pane}>
        {library === undefined ? (
          <p className={styles.reading} aria-busy={error === null}>
            {error === null ? 'Reading the library…' : `The library could not be read. ${sentenceOf(error)}`}
          </p>
        ) : (
          <>
            <aside className={styles.side} data-pane="list">
              <HooksList library={library} open={open.hook} onOpen={onOpen} search={search} />
            </aside>
            <OpenedHook
              key={open.hook}
              slug={open.hook}
              hook={hook}
              session={open.session}
              onSession={(session) => show({ session })}
              onNew={onNew}
              onDuplicate={(original) => setMaking({ original, point: 'tools.before' })}
              onGone={() => show({ hook: null })}
              onBack={onOpen}
              onCode={() => setPane('code')}
              fresh={made !== null && made === open.hook}
              onEntered={onEntered}
            />
          </>
        )}
      </div>
      {making === null || library === undefined ? null : (
        <NewHookDialog
          library={library}
          original={making.original}
          firstPoint={making.point}
          onMade={(slug) => {
            setMaking(null)
            setMade(slug)
            onOpen(slug)
          }}
          onClose={() => setMaking(null)}
        />
      )}
    </div>
  )
}

function Bar({ onNew }: { readonly onNew: () => void }) {
  const theme = useTheme()
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.brand} aria-label="Belay: all sessions">
        belay
      </Link>
      <span className={styles.slash} aria-hidden>
        /
      </span>
      <span className={styles.place}>Hooks</span>
      <span className={styles.gap} />
      <ConnectionState />
      <Button small onClick={onNew} aria-keyshortcuts="N">
        <Plus size={14} strokeWidth={2.2} />
        New
      </Button>
      <KeysButton plain={HOOKS_PAGE_KEYS} />
      <IconButton label={theme === 'dark' ? 'Light theme' : 'Dark theme'} onClick={toggleTheme}>
        {theme === 'dark' ? <Sun size={17} /> : <Moon size={17} />}
      </IconButton>
    </header>
  )
}
