'use client'
import { CircleSlash2, FileMinus2, FilePen, FilePlus2, FileX2, Undo2 } from 'lucide-react'
import { useFolded } from '../session/session-context'
import { Controls } from '../ui/controls'
import styles from './file-line.module.css'
import { splitPath } from './file-words'

const SIGNS = {
  edited: FilePen,
  created: FilePlus2,
  restore: Undo2,
  remove: FileMinus2,
  nothing: CircleSlash2,
  leave: FileX2,
} as const

interface Props {
  readonly path: string
  readonly mark: keyof typeof SIGNS
  readonly text: string
  /** Says how loud the words are. */
  readonly tone: string
}

/** One file: its name, where it is, and a few words about it. */
export function FileLine({ path, mark, text, tone }: Props) {
  const workspace = useFolded((state) => state.session?.workspace ?? '')
  const { name, folder } = splitPath(path, workspace)
  const Sign = SIGNS[mark]
  return (
    <li className={styles.line} data-tone={tone} title={path}>
      <Sign size={14} aria-hidden className={styles.sign} />
      <span className={styles.said}>
        <span className={styles.path}>
          <span className={styles.name}>
            <Controls text={name} />
          </span>
          {folder === '' ? null : (
            <span className={styles.folder}>
              <Controls text={folder} />
            </span>
          )}
        </span>
        <span className={styles.text}>{text}</span>
      </span>
    </li>
  )
}
