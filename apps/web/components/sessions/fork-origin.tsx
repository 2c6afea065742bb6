'use client'
/** Where a session was forked off: a way back while the other session is there, its name when it is not. */
import type { ForkOrigin } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { GitFork } from 'lucide-react'
import Link from 'next/link'
import { isNotFound } from '../../lib/errors'
import { plural } from '../../lib/format'
import { sessionQuery } from '../../lib/queries'
import { Controls } from '../ui/controls'
import { Tip } from '../ui/tip'
import styles from './fork-origin.module.css'

/** In the top bar. */
export function ForkOriginLink({ origin }: { readonly origin: ForkOrigin }) {
  const gone = useOriginGone(origin)
  const name = (
    <>
      <GitFork size={12} aria-hidden />
      <span className={styles.text}>
        <Controls text={origin.title} />
      </span>
    </>
  )
  const label = `Forked from ${origin.title}, ${placeOf(origin)}`
  return (
    <Tip text={`Forked from “${origin.title}” ${placeOf(origin)}${gone ? ', which was deleted since' : ''}`}>
      {gone ? (
        <span
          className={styles.origin}
          data-gone
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what its tip says must be reachable by keyboard
          tabIndex={0}
          role="note"
          aria-label={`${label}, which was deleted since`}
        >
          {name}
        </span>
      ) : (
        <Link className={styles.origin} href={`/s/${origin.session}`} aria-label={label}>
          {name}
        </Link>
      )}
    </Tip>
  )
}

/** In the conversation, behind the last row that was taken over. */
export function ForkLine({ origin }: { readonly origin: ForkOrigin }) {
  const gone = useOriginGone(origin)
  return (
    <p className={styles.line}>
      <GitFork size={13} aria-hidden />
      <span>
        Forked from{' '}
        {gone ? (
          <span className={styles.was}>
            <Controls text={origin.title} />
          </span>
        ) : (
          <Link href={`/s/${origin.session}`}>
            <Controls text={origin.title} />
          </Link>
        )}{' '}
        {placeOf(origin)}
        {gone ? ', which was deleted since' : ''}
      </span>
    </p>
  )
}

function placeOf({ row, turns }: ForkOrigin): string {
  return row === 0 ? 'before its first message' : `after ${plural(turns, 'turn')}`
}

/** Only when that is known: a link that leads nowhere for a moment is better than one that blinks. */
function useOriginGone({ session }: ForkOrigin): boolean {
  return isNotFound(useQuery(sessionQuery(session)).error)
}
