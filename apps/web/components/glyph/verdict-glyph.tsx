/**
 * The signs of verdicts: a shape and a colour each, the same as on the board. The shape alone must be enough to tell them
 * apart. `hollow` is for what would have been: the answer of a shadow hook.
 */
import { type Mark, sayMark } from '@belay/canvas'
import styles from './verdict-glyph.module.css'

interface Props {
  readonly mark: Mark
  readonly size?: number
  readonly hollow?: boolean
  /** Read aloud in place of the sign's own name; empty where text beside it says the same. */
  readonly label?: string
}

export function VerdictGlyph({ mark, size = 16, hollow = false, label = sayMark({ mark, ghost: hollow }) }: Props) {
  const spoken = label === '' ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, and a title would open a tip of the browser's own
    <svg
      {...spoken}
      className={styles.glyph}
      data-mark={mark}
      data-hollow={hollow}
      width={size}
      height={size}
      viewBox="0 0 16 16"
    >
      {SHAPES[mark]}
    </svg>
  )
}

const QUESTION = 'M5.9 6.3a2.1 2.1 0 1 1 3.1 1.85c-.65.36-1 .72-1 1.45'

const SHAPES: Readonly<Record<Mark, React.ReactNode>> = {
  block: (
    <>
      <circle className={styles.body} cx="8" cy="8" r="7" />
      <path className={styles.sign} d="M4.7 8h6.6" />
    </>
  ),
  rewrite: <path className={styles.body} d="M8 1.2 14.8 8 8 14.8 1.2 8Z" />,
  ask: (
    <>
      <circle className={styles.body} cx="8" cy="8" r="7" />
      <path className={styles.sign} d={QUESTION} />
      <circle className={styles.dot} cx="8" cy="11.7" r="1" />
    </>
  ),
  context: (
    <>
      <circle className={styles.ring} cx="8" cy="8" r="6.2" />
      <path className={styles.plus} d="M8 5v6M5 8h6" />
    </>
  ),
  failed: (
    <>
      <path className={styles.body} d="M8 1.4 15 14H1Z" />
      <path className={styles.sign} d="M8 6v3.4" />
      <circle className={styles.dot} cx="8" cy="11.9" r="0.95" />
    </>
  ),
  halt: (
    <>
      <path className={styles.body} d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z" />
      <rect className={styles.dot} x="5.4" y="5.4" width="5.2" height="5.2" rx="0.6" />
    </>
  ),
  pass: <circle className={styles.body} cx="8" cy="8" r="3.4" />,
}
