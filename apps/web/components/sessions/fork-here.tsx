'use client'
import type { Span } from '@belay/trace'
import { GitFork } from 'lucide-react'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import styles from './fork-here.module.css'
import { rowAtSpan } from './fork-place'
import { useFork } from './use-fork'

/** For the explanation of a span: a fork that knows what was said when it began, and not how it went. */
export function ForkHere({ span }: { readonly span: Span }) {
  const { id, state } = useOpenSession()
  const fork = useFork()
  if (state.rows.length === 0) return null
  const title = state.session?.title ?? ''
  return (
    <Button small className={styles.button} onClick={() => fork({ session: id, title, row: rowAtSpan(state, span) })}>
      <GitFork size={13} />
      Fork here…
    </Button>
  )
}
