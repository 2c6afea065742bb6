'use client'
/** An edit as a diff: line numbers where they are known, words marked, long ones folded; of one that is huge the rest is counted. */
import { useMemo } from 'react'
import { formatCount, plural } from '../../lib/format'
import { changedCount, type FileEdit, numbered } from '../../lib/view/edit-diff'
import { DiffLineView } from '../inspector/diff-view'
import styles from './edit-diff.module.css'
import { FoldButton } from './fold-button'
import { useOpened } from './row-scope'

const LINES = 14
/** What is a little longer is shown whole: its button would take the same room. */
const MOST_LINES = 18
/** More lines than this a page draws with a pause. */
const MOST_DRAWN = 2_000

export function EditDiff({ edit, name }: { readonly edit: FileEdit; readonly name: string }) {
  const [open, setOpen] = useOpened(`diff ${name}`)
  const lines = useMemo(() => numbered(edit), [edit])
  const { added, removed } = changedCount(lines)
  const isLong = lines.length > MOST_LINES
  const shown = lines.slice(0, open || !isLong ? MOST_DRAWN : LINES)
  const hidden = open ? lines.length - shown.length : 0
  const width = `${String(lastNumber(lines)).length}ch`
  return (
    <figure
      className={styles.diff}
      aria-label={`Edit: ${plural(added, 'line')} added, ${formatCount(removed)} removed`}
    >
      <div className={styles.lines}>
        {shown.map(({ line, old, now }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
          <DiffLineView key={at} line={line} numbers={edit.firstLine === null ? null : { old, now, width }} />
        ))}
      </div>
      {hidden > 0 ? <p className={styles.rest}>{plural(hidden, 'more line')} not shown here</p> : null}
      {isLong ? <FoldButton open={open} size={plural(lines.length, 'line')} onOpen={setOpen} /> : null}
    </figure>
  )
}

function lastNumber(lines: ReturnType<typeof numbered>): number {
  return lines.reduce((most, { old, now }) => Math.max(most, old ?? 0, now ?? 0), 0)
}
