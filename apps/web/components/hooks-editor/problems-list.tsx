'use client'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import styles from './editor-pane.module.css'
import type { FoundProblem } from './type-extensions'

interface Props {
  /** Null while nobody has looked. */
  readonly problems: readonly FoundProblem[] | null
  readonly onLine: (line: number) => void
}

/** More of them come of one mistake, mostly. */
const MOST_SHOWN = 4

/** What is wrong, each with its line, which it leads to. */
export function ProblemsList({ problems, onLine }: Props) {
  const found = problems ?? []
  const more = found.length - MOST_SHOWN
  return (
    <>
      <p className={styles.count} role="status">
        {problems === null ? 'Looking…' : countText(found.length)}
      </p>
      <ul className={styles.problems}>
        {found.slice(0, MOST_SHOWN).map(({ from, line, severity, message }) => (
          <li key={`${from} ${message}`}>
            <button
              type="button"
              className={styles.problem}
              disabled={line === null}
              onClick={() => (line === null ? undefined : onLine(line))}
            >
              <VerdictGlyph mark={severity === 'error' ? 'block' : 'failed'} size={12} label="" />
              {line === null ? null : <span className={styles.at}>line {line}</span>}
              <span className={styles.what}>{message.split('\n')[0]}</span>
            </button>
          </li>
        ))}
        {more > 0 ? <li className={styles.count}>and {more} more</li> : null}
      </ul>
    </>
  )
}

function countText(count: number): string {
  if (count === 0) return 'No problems.'
  return count === 1 ? '1 problem' : `${count} problems`
}
