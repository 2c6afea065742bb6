'use client'
import type { CheckoutScript } from '@belay/api'
/** A script that a person is asked to trust: what it is, where it leads, what it holds, and what was changed in it. */
import { showBlanks } from '@belay/trace'
import { diffText } from '../../lib/view/diff'
import { DiffView } from '../inspector/diff-view'
import { Controls } from '../ui/controls'
import { CopyButton } from '../ui/copy-button'
import styles from './scripts.module.css'

interface Props {
  readonly script: CheckoutScript
  /** Why it is not trusted. */
  readonly why?: string
  /** What it held when it was trusted; null where nobody knows. */
  readonly before?: string | null
}

export function ScriptShown({ script, why, before = null }: Props) {
  const { file, what, hash, leadsTo, text } = script
  const changed = before !== null && text !== null && before !== text
  return (
    <div className={styles.script}>
      <p className={styles.path}>
        <code>
          <Controls text={file} />
        </code>
        <CopyButton label="Copy the path" text={() => file} />
      </p>
      {why === undefined ? null : <p className={styles.why}>It {why}.</p>}
      {leadsTo === null ? null : (
        <p className={styles.warning}>
          It is a link, and leads to <Controls text={leadsTo} />.
        </p>
      )}
      {what === 'file' ? null : <p className={styles.warning}>{NO_FILE[what]}</p>}
      {changed ? (
        <DiffView lines={diffText(before, text)} />
      ) : text === null ? (
        what === 'file' && <p className={styles.why}>It is larger than 64 KiB: read it in an editor.</p>
      ) : (
        <details className={styles.holds} open={text.split('\n').length <= FEW_LINES}>
          <summary>
            {text.split('\n').length} lines{hash === null ? '' : ` · ${hash.slice(0, 12)}`}
          </summary>
          <pre>
            <Controls text={showBlanks(text)} />
          </pre>
        </details>
      )}
    </div>
  )
}

/** A guard of a few lines is seen at once. */
const FEW_LINES = 14

const NO_FILE = {
  folder: 'It is a folder, which nothing can run.',
  other: 'It is a pipe, a device or a socket, and no script.',
  missing: 'It is not there.',
} as const
