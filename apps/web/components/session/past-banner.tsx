'use client'
/** Above the rail, where it shows a turn's hooks that rule no more: since when what has changed, and the ways from here. */
import { History } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { type Difference, differenceText } from '../../lib/view/compare-compositions'
import { differencesText } from '../../lib/view/past'
import { Button } from '../ui/button'
import { Inline } from '../ui/inline'
import styles from './past-banner.module.css'
import { useOpenSession, useShown } from './session-context'

/** More of them is a list, and no sentence. */
const NAMED = 3

export function PastBanner() {
  const { showTurn, actions } = useOpenSession()
  const { since, past } = useShown()
  const [busy, setBusy] = useState(false)
  if (since === null || !past) return null
  const { turn, then, differences } = since
  const restore = async () => {
    setBusy(true)
    await actions.restore(then.hash, turn)
    setBusy(false)
  }
  return (
    <section className={styles.banner} aria-label={`The hooks of turn ${turn}`} data-testid="past">
      <History size={15} className={styles.icon} aria-hidden />
      <p className={styles.text}>
        <strong>As it was in turn {turn}.</strong> Since then: {differencesText(differences.slice(0, NAMED))}
      </p>
      <Rest differences={differences} />
      <span className={styles.gap} />
      <Button small disabled={busy} onClick={restore}>
        Bring these hooks back
      </Button>
      <Button small tone="primary" onClick={() => showTurn(null)}>
        Show now
      </Button>
    </section>
  )
}

/** All of them, for a click, a finger and the keyboard. */
function Rest({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <Popover.Root>
      <Popover.Trigger className={styles.rest}>
        {differences.length > NAMED ? `and ${differences.length - NAMED} more` : 'All'}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.all} sideOffset={6} collisionPadding={10} aria-label="What changed since">
          <ul>
            {differences.map((difference) => (
              <li key={differenceText(difference)}>
                <Inline text={differenceText(difference)} />
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
