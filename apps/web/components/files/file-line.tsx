import { FilePen, FilePlus2 } from 'lucide-react'
import styles from './file-line.module.css'
import { PathText } from './path-text'

const SIGNS = { edited: FilePen, created: FilePlus2 } as const

interface Props {
  readonly path: string
  readonly workspace: string
  readonly mark: keyof typeof SIGNS
  readonly text: string
  /** Says how loud the words are. */
  readonly tone: string
}

/** One file that a turn changed: where it is, and a few words about it. */
export function FileLine({ path, workspace, mark, text, tone }: Props) {
  const Sign = SIGNS[mark]
  return (
    <li className={styles.line} data-tone={tone}>
      <Sign size={14} aria-hidden className={styles.sign} />
      <span className={styles.said}>
        <PathText path={path} workspace={workspace} />
        <span className={styles.text}>{text}</span>
      </span>
    </li>
  )
}
