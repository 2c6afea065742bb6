'use client'
/** All keys of the page that is open: made of its actions, with the few keys beside them that are no action. */
import { CircleHelp } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { isMac } from '../../lib/platform'
import type { Action } from '../actions/action'
import { type KeyRow, keySections } from '../actions/key-sections'
import { openKeys, useKeysOpen } from '../actions/keys-open'
import { useActions, useAllActions } from '../actions/use-actions'
import { IconButton } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Keys } from '../ui/keys'
import type { KeyGroup } from './keys-list'
import styles from './keys-sheet.module.css'

const SHOW_KEYS: readonly Action[] = [
  {
    id: 'page.keys',
    title: 'Show all keys',
    group: 'Page',
    keys: ['?'],
    heard: 'page',
    run: () => openKeys(true),
  },
]

/** Its button, its key and the sheet. `plain`: the page's keys that are no action. */
export function KeysButton({ plain }: { readonly plain: readonly KeyGroup[] }) {
  const open = useKeysOpen()
  useActions(SHOW_KEYS)
  useEffect(() => () => openKeys(false), [])
  return (
    <>
      <IconButton label="Keys" keys="?" aria-keyshortcuts="?" onClick={() => openKeys(true)}>
        <CircleHelp size={17} />
      </IconButton>
      <Dialog open={open} onOpenChange={openKeys} title="Keys" width={680}>
        <Sheet plain={plain} />
      </Dialog>
    </>
  )
}

function Sheet({ plain }: { readonly plain: readonly KeyGroup[] }) {
  const actions = useAllActions()
  const sections = useMemo(() => keySections(actions, plain), [actions, plain])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled, and nothing in it takes the focus
    <div className={styles.sheet} tabIndex={0}>
      {sections.map(({ title, rows }) => (
        <section key={title} className={styles.group}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.list}>
            {rows.map((row) => (
              <Row key={`${row.keys[0]} ${row.does}`} row={row} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function Row({ row: { keys, does } }: { readonly row: KeyRow }) {
  return (
    <div className={styles.row}>
      <dt className={styles.keys}>
        {keys.map((key) => (
          <Keys key={key} keys={isMac() ? key.replace('Ctrl', '⌘') : key} />
        ))}
      </dt>
      <dd className={styles.does}>{does}</dd>
    </div>
  )
}

/** Keys never fire while a person writes. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
