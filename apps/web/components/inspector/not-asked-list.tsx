import type { NotAsked } from '../../lib/view/chain'
import styles from './chain-view.module.css'

interface Props {
  readonly lines: readonly (NotAsked & { readonly point: string })[]
  readonly parts: number
}

/** Hooks that stand at the point and were not asked, each with why. */
export function NotAskedList({ lines, parts }: Props) {
  if (lines.length === 0) return null
  return (
    <section className={styles.notAsked}>
      <h3 className={styles.notAskedTitle}>Not asked</h3>
      <dl>
        {lines.map(({ key, hook, reason, message, point }) => (
          <div key={key} className={styles.notAskedLine}>
            <dt>
              {hook}
              {parts > 1 ? <span className={styles.at}>{point}</span> : null}
            </dt>
            <dd>{[reason ?? 'no reason given', message].filter((part) => part !== null).join(': ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
