'use client'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useOpenSession } from '../session/session-context'
import { useSummary } from '../session/use-summary'
import { Button } from '../ui/button'
import styles from './tour-bar.module.css'

/** In the tour's session: runs it once more, live. A turn of it that runs is stopped by that. */
export function TourBar() {
  const { actions } = useOpenSession()
  const summary = useSummary()
  const [starting, setStarting] = useState(false)
  if (summary?.tour !== true) return null
  const run = async () => {
    setStarting(true)
    await actions.runTour()
    setStarting(false)
  }
  return (
    <div className={styles.bar}>
      <p className={styles.text}>This is the tour.</p>
      <Button small disabled={starting} onClick={run}>
        <Play size={11} fill="currentColor" />
        Run the tour again
      </Button>
    </div>
  )
}
