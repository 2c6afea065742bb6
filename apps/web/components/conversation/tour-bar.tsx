'use client'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useFolded, useOpenSession } from '../session/session-context'
import { useSummary } from '../session/use-summary'
import { Button } from '../ui/button'
import styles from './tour-bar.module.css'

/** In the tour's session: runs it once more, live. Keeps its place while it runs. */
export function TourBar() {
  const { actions } = useOpenSession()
  const runs = useFolded((state) => state.live !== null)
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
      <Button small disabled={starting || runs} onClick={run}>
        <Play size={11} fill="currentColor" />
        Run the tour again
      </Button>
    </div>
  )
}
