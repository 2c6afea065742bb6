'use client'
/** The rows of the command palette. The keys are the search's, which has the keyboard. */
import { Fragment } from 'react'
import { isMac } from '../../lib/platform'
import { Controls } from '../ui/controls'
import { Keys } from '../ui/keys'
import styles from './command-palette.module.css'
import type { PaletteRow } from './rows'

interface Props {
  readonly id: string
  readonly rows: readonly PaletteRow[]
  readonly active: number
  /** Under headings, as long as nothing is searched. */
  readonly grouped: boolean
  readonly onActive: (at: number) => void
  readonly onChoose: (row: PaletteRow) => void
}

export function PaletteList({ id, rows, active, grouped, onActive, onChoose }: Props) {
  return (
    <div className={styles.list} id={id} role="listbox" aria-label="Commands and places">
      {rows.map((row, at) => (
        <Fragment key={`${row.group} ${row.id}`}>
          {grouped && rows[at - 1]?.group !== row.group ? (
            <p className={styles.group} aria-hidden>
              {row.group}
            </p>
          ) : null}
          <Row
            id={`${id}-${at}`}
            row={row}
            active={at === active}
            grouped={grouped}
            onActive={() => onActive(at)}
            onChoose={onChoose}
          />
        </Fragment>
      ))}
    </div>
  )
}

interface RowProps {
  readonly id: string
  readonly row: PaletteRow
  readonly active: boolean
  readonly grouped: boolean
  readonly onActive: () => void
  readonly onChoose: (row: PaletteRow) => void
}

function Row({ id, row, active, grouped, onActive, onChoose }: RowProps) {
  const { title, group, detail, keys, reason, letters } = row
  const aside = reason ?? [detail, grouped ? '' : group].filter((part) => part !== '').join(' · ')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the search, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={reason !== null}
      aria-keyshortcuts={keys ?? undefined}
      className={styles.row}
      ref={active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      onPointerMove={onActive}
      onClick={() => onChoose(row)}
    >
      <span className={styles.name}>
        <Lit text={title} letters={letters} />
      </span>
      {aside === '' ? null : <span className={styles.aside}>{aside}</span>}
      {keys === null ? null : <Keys keys={isMac() ? keys.replace('Ctrl', '⌘') : keys} />}
    </div>
  )
}

/** What was typed stands out. A name may have characters that nobody sees: they are shown. */
function Lit({ text, letters }: { readonly text: string; readonly letters: readonly number[] }) {
  if (letters.length === 0) return <Controls text={text} />
  const lit = new Set(letters)
  const runs: { text: string; lit: boolean; from: number }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const last = runs.at(-1)
    if (last !== undefined && last.lit === lit.has(at)) last.text += text.charAt(at)
    else runs.push({ text: text.charAt(at), lit: lit.has(at), from: at })
  }
  return runs.map((run) => (run.lit ? <b key={run.from}>{run.text}</b> : <Controls key={run.from} text={run.text} />))
}
