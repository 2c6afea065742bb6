import type { DiffLine } from '../../lib/view/diff'
import { Words } from '../ui/words'
import styles from './diff-view.module.css'

const SIGN = { same: ' ', added: '+', removed: '-' } as const
const SPOKEN = { same: '', added: 'added: ', removed: 'removed: ' } as const

/** Signs stand beside the colours, and are read aloud as words. */
export function DiffView({ lines }: { readonly lines: readonly DiffLine[] }) {
  return (
    <div className={styles.diff}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
        <DiffLineView key={at} line={line} numbers={null} />
      ))}
    </div>
  )
}

interface Numbers {
  readonly old: number | null
  readonly now: number | null
  /** Of the widest of them. */
  readonly width: string
}

export function DiffLineView({ line, numbers }: { readonly line: DiffLine; readonly numbers: Numbers | null }) {
  if (line.kind === 'folded') return <div className={styles.folded}>{line.lines} unchanged</div>
  return (
    <div className={styles.line} data-kind={line.kind}>
      {numbers === null ? null : (
        <span className={styles.number} style={{ width: numbers.width }}>
          {numbers.now ?? numbers.old}
        </span>
      )}
      <span className={styles.sign} aria-hidden>
        {SIGN[line.kind]}
      </span>
      <span className="visually-hidden">{SPOKEN[line.kind]}</span>
      <span className={styles.text}>
        {line.pieces.map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
          <span key={at} data-marked={piece.marked} className={styles.piece}>
            <Words text={piece.text} />
          </span>
        ))}
      </span>
    </div>
  )
}
