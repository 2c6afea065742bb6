'use client'
import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Words } from '../ui/words'
import styles from './unseen.module.css'

const MOST_LINES = 4

/** What else ran and may have changed files: nothing of that is kept, and a person must know. */
export function Unseen({ lines }: { readonly lines: readonly string[] }) {
  const [all, setAll] = useState(false)
  if (lines.length === 0) return null
  const shown = all ? lines : lines.slice(0, MOST_LINES)
  return (
    <div className={styles.unseen}>
      <EyeOff size={13} aria-hidden className={styles.sign} />
      <div className={styles.said}>
        <p>This ran too. What it may have changed is not kept, so it is not put back:</p>
        <ul className={styles.list} aria-label="Not kept">
          {shown.map((line) => (
            <li key={line}>
              <code className={styles.code}>
                <Words text={line} />
              </code>
            </li>
          ))}
        </ul>
        {shown.length === lines.length ? null : (
          <button type="button" className={styles.all} onClick={() => setAll(true)}>
            {lines.length - shown.length} more
          </button>
        )}
      </div>
    </div>
  )
}
