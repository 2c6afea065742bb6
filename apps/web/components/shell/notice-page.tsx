import type { ReactNode } from 'react'
import styles from './notice-page.module.css'

/** A whole page that says one thing: what happened and what to do. */
export function NoticePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={styles.page}>
      <title>{`${title} · Belay`}</title>
      <div className={styles.notice}>
        <p className={styles.brand}>belay</p>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </main>
  )
}
