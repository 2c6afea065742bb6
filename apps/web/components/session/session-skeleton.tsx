'use client'
/** The page while its log is read: the places of the panels and nothing that could be taken for an empty session. */
import Link from 'next/link'
import styles from './session-skeleton.module.css'
import { ConnectionState } from './status-bar'
import bar from './top-bar.module.css'

export function SessionSkeleton() {
  return (
    <div className={styles.page} aria-busy>
      <title>Belay</title>
      <header className={bar.bar}>
        <Link href="/" className={bar.brand} aria-label="Belay: all sessions">
          belay
        </Link>
        <span className={bar.slash} aria-hidden>
          /
        </span>
        <span className={bar.ghost} />
        <span className="visually-hidden" role="status">
          Reading the session…
        </span>
      </header>
      <div className={styles.columns} aria-hidden>
        <div className={styles.side}>
          <Lines widths={[40, 92, 78]} />
          <Lines widths={[30, 84, 96, 60]} />
        </div>
        <div className={styles.centre}>
          <span className={styles.half} />
          <span className={styles.half} />
        </div>
        <div className={styles.side}>
          <Lines widths={[50, 88, 70]} />
        </div>
      </div>
      <footer className={styles.foot}>
        <ConnectionState />
      </footer>
    </div>
  )
}

function Lines({ widths }: { readonly widths: readonly number[] }) {
  return (
    <div className={styles.lines}>
      {widths.map((width) => (
        <span key={width} className={styles.line} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
