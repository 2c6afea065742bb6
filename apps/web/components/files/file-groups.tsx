'use client'
/** What putting back does to each file: those that fare alike together, with their number, and a long group folded. */
import type { FileChange } from '@belay/api'
import { ChevronRight, CircleSlash2, FileMinus2, FileX2, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCount, plural } from '../../lib/format'
import styles from './file-groups.module.css'
import { type Fate, type FateGroup, fateGroups } from './file-words'
import { PathText } from './path-text'

interface Look {
  readonly sign: typeof Undo2
  readonly one: string
  readonly many: string
  /** Lines before the fold. What stays as it is needs none. */
  readonly shown: number
}

const LOOKS: Readonly<Record<Fate, Look>> = {
  restore: { sign: Undo2, one: 'Comes back as it was', many: 'Come back as they were', shown: 8 },
  remove: { sign: FileMinus2, one: 'Is removed: it was not there', many: 'Are removed: they were not there', shown: 8 },
  leave: { sign: FileX2, one: 'Is left as it is', many: 'Are left as they are', shown: 8 },
  nothing: { sign: CircleSlash2, one: 'Is as it was already', many: 'Are as they were already', shown: 0 },
}

interface Props {
  readonly files: readonly FileChange[]
  readonly overwrite: boolean
  readonly workspace: string
}

export function FileGroups({ files, overwrite, workspace }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div role="group" aria-label="What happens to each file" className={styles.groups}>
      {fateGroups(files, overwrite).map((group) => (
        <Group key={group.fate} group={group} workspace={workspace} />
      ))}
    </div>
  )
}

function Group({ group: { fate, files }, workspace }: { readonly group: FateGroup; readonly workspace: string }) {
  const [all, setAll] = useState(false)
  const id = useId()
  const { sign: Sign, one, many, shown: most } = LOOKS[fate]
  // A fold that hides one line saves none.
  const shown = all || (most > 0 && files.length === most + 1) ? files : files.slice(0, most)
  const hidden = files.length - shown.length
  return (
    <section className={styles.group} data-fate={fate} aria-labelledby={id}>
      <h3 className={styles.head} id={id}>
        <Sign size={14} aria-hidden className={styles.sign} />
        {files.length === 1 ? one : many}
        <span className={styles.count}>{plural(files.length, 'file')}</span>
      </h3>
      <ul className={styles.list}>
        {shown.map(({ path, note }) => (
          <li key={path} className={styles.file}>
            <PathText path={path} workspace={workspace} />
            {note === null ? null : <span className={styles.note}>{note}</span>}
          </li>
        ))}
      </ul>
      {hidden === 0 && !all ? null : (
        <button type="button" className={styles.fold} aria-expanded={all} onClick={() => setAll(!all)}>
          <ChevronRight size={13} aria-hidden className={styles.arrow} data-open={all} />
          {all ? 'Show fewer' : most === 0 ? 'Show which' : `${formatCount(hidden)} more`}
        </button>
      )}
    </section>
  )
}
