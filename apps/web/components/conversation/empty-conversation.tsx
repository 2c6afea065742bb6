'use client'
import { useFolded } from '../session/session-context'
import styles from './empty-conversation.module.css'

export function EmptyConversation() {
  const hooks = useFolded((state) => state.composition?.hooks.length ?? 0)
  return (
    <div className={styles.empty}>
      <p className={styles.title}>Nothing was said yet</p>
      <p>
        Write what should be done in the box below.{' '}
        {hooks === 0
          ? 'No hook is attached yet: add one at a station of the rail.'
          : 'The rail shows every hook as it is asked.'}
      </p>
    </div>
  )
}
