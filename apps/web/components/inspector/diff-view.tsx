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
        <Line key={at} line={line} />
      ))}
    </div>
  )
}

function Line({ line }: { readonly line: DiffLine }) {
  if (line.kind === 'folded') return <div className={styles.folded}>{line.lines} unchanged</div>
  return (
    <div className={styles.line} data-kind={line.kind}>
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
