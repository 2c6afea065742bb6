'use client'
import { useState } from 'react'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import styles from './editor-pane.module.css'
import { type LineProblems, problemsByLine } from './problems-by-line'
import type { FoundProblem } from './type-extensions'

interface Props {
  /** Null while nobody has looked. */
  readonly problems: readonly FoundProblem[] | null
  /** More may be found yet: that there are none is not said. */
  readonly looking?: boolean
  readonly onLine: (line: number) => void
}

/** More of them come of one mistake, mostly. */
const MOST_SHOWN = 4

/** What is wrong, each with its line, which it leads to. */
export function ProblemsList({ problems, looking = false, onLine }: Props) {
  const [all, setAll] = useState(false)
  const lines = problemsByLine(problems ?? [])
  const more = lines.length - MOST_SHOWN
  return (
    <>
      <p className={styles.count} role="status">
        {countText(problems, looking)}
      </p>
      <ul className={styles.problems}>
        {(all ? lines : lines.slice(0, MOST_SHOWN)).map((problem) => (
          <Line key={problem.line} problem={problem} onLine={onLine} />
        ))}
        {more > 0 ? (
          <li>
            <button type="button" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show ${more} more`}
            </button>
          </li>
        ) : null}
      </ul>
    </>
  )
}

function Line({ problem, onLine }: { readonly problem: LineProblems; readonly onLine: (line: number) => void }) {
  const { line, severity, messages } = problem
  return (
    <li>
      <button
        type="button"
        className={styles.problem}
        disabled={line === null}
        onClick={() => (line === null ? undefined : onLine(line))}
      >
        <VerdictGlyph mark={severity === 'error' ? 'block' : 'failed'} size={12} label="" />
        {line === null ? null : <span className={styles.at}>line {line}</span>}
        <span className={styles.what}>
          {messages.map((message) => (
            <span key={message}>{message}</span>
          ))}
        </span>
      </button>
    </li>
  )
}

function countText(problems: readonly FoundProblem[] | null, looking: boolean): string {
  const count = problems?.length ?? 0
  if (problems === null || (looking && count === 0)) return 'Looking…'
  if (count === 0) return 'No problems.'
  return count === 1 ? '1 problem' : `${count} problems`
}
