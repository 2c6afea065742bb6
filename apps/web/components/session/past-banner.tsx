'use client'
/** Above the rail, where it shows a turn's hooks that rule no more: since when what has changed, and the ways from here. */
import { History } from 'lucide-react'
import { useState } from 'react'
import { differenceText } from '../../lib/view/compare-compositions'
import { differencesText } from '../../lib/view/past'
import { Button } from '../ui/button'
import { Tip } from '../ui/tip'
import styles from './past-banner.module.css'
import { useOpenSession, useShown } from './session-context'

export function PastBanner() {
  const { showTurn, actions } = useOpenSession()
  const { since, past } = useShown()
  const [busy, setBusy] = useState(false)
  if (since === null || !past) return null
  const { turn, then, differences } = since
  const restore = async () => {
    setBusy(true)
    await actions.restore(then.hash)
    setBusy(false)
  }
  const all = differences.map(differenceText).join(', ')
  return (
    <section className={styles.banner} aria-label={`The hooks of turn ${turn}`} data-testid="past">
      <History size={15} className={styles.icon} aria-hidden />
      <Tip text={all === '' ? 'The same hooks under the same modes' : all}>
        <p className={styles.text}>
          <strong>As it was in turn {turn}.</strong> Since then: {differencesText(differences)}
        </p>
      </Tip>
      <Button small disabled={busy} onClick={restore}>
        Bring these hooks back
      </Button>
      <Button small tone="primary" onClick={() => showTurn(null)}>
        Show now
      </Button>
    </section>
  )
}
