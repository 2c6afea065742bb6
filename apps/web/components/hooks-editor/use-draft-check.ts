'use client'
import type { HookCheck } from '@belay/api'
import { useEffect, useState } from 'react'
import type { CheckText } from './checked-text'

/** As the editor waits before it says what is wrong. */
const PAUSE_MS = 300

export interface DraftCheck {
  /** The text that this was said of. */
  readonly text: string
  readonly check: HookCheck
}

/** What the text would be as a hook, a moment after the last letter; what was said last stands until then. */
export function useDraftCheck(check: CheckText, text: string): DraftCheck | null {
  const [said, setSaid] = useState<DraftCheck | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last decides only how long the first waits
  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(
      () => {
        const keep = (found: HookCheck) => {
          if (isWanted) setSaid({ text, check: found })
        }
        // A server that does not answer is said by the page as a whole.
        check(text).then(keep, () => undefined)
      },
      said === null ? 0 : PAUSE_MS,
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [check, text])
  return said
}
