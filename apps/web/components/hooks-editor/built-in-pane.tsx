'use client'
/** A hook that comes with Belay: what it does, where it stands, and its page. Its text is none of this person's files. */
import type { PointId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import type { LibraryHook } from '../../lib/api'
import { loadErrorText } from '../../lib/view/load-error'
import { policyText } from '../../lib/view/policy-text'
import { Markdown } from '../conversation/markdown'
import { Button } from '../ui/button'
import { Folded } from '../ui/folded'
import { Inline } from '../ui/inline'
import { Tip } from '../ui/tip'
import styles from './editor-pane.module.css'
import { hookDocsQuery } from './hooks-api'

interface Props {
  readonly hook: LibraryHook
  readonly onNew: (point: PointId) => void
}

export function BuiltInPane({ hook, onNew }: Props) {
  const [point] = hook.points
  const { data: docs } = useQuery(hookDocsQuery(hook.slug))
  return (
    <section className={styles.pane} aria-label={hook.name}>
      <header className={styles.head}>
        <div className={styles.names}>
          <h1 className={styles.title}>{hook.name}</h1>
          <p className={styles.path}>comes with Belay</p>
        </div>
        {point === undefined ? null : (
          <Tip text={`It has no file to copy: a template of ${point} is where your own begins.`}>
            <Button onClick={() => onNew(point)}>Write your own</Button>
          </Tip>
        )}
      </header>
      <div className={styles.library}>
        <div className={styles.lead}>
          <Folded text={hook.description}>
            <Inline text={hook.description} />
          </Folded>
        </div>
        {hook.error === null ? null : <p>{loadErrorText(hook.error)}</p>}
        <dl className={styles.facts}>
          <dt>Stands at</dt>
          <dd>{hook.points.join(', ')}</dd>
          <dt>When it fails</dt>
          <dd>{policyText(hook.onFailure, hook.points)}</dd>
          <dt>Decides</dt>
          <dd>{hook.observe ? 'nothing: it listens' : `within ${hook.timeoutMs / 1_000} s`}</dd>
        </dl>
        {docs == null ? null : (
          <div className={styles.docs}>
            <Markdown text={withoutTitle(docs)} />
          </div>
        )}
      </div>
    </section>
  )
}

/** The name stands above already. */
function withoutTitle(docs: string): string {
  return docs.replace(/^# .*\n+/, '')
}
