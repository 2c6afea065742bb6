'use client'
import { Plus } from 'lucide-react'
import { Button } from '../ui/button'
import styles from './empty-sessions.module.css'
import { emptyText } from './empty-text'
import { isNarrowed, type ShelfView, WHOLE_SHELF, widened } from './shelf-view'

interface Props {
  readonly view: ShelfView
  readonly onView: (view: ShelfView) => void
  readonly onNew: () => void
}

export function EmptySessions({ view, onView, onNew }: Props) {
  const { title, text } = emptyText(view)
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>{title}</h2>
      <p>{text}</p>
      {isNarrowed(view) ? (
        <Button onClick={() => onView(widened(view))}>Show all of this shelf</Button>
      ) : view.shelf === 'active' ? (
        <Button tone="primary" onClick={onNew}>
          <Plus size={15} strokeWidth={2.4} />
          New session
        </Button>
      ) : (
        <Button onClick={() => onView(WHOLE_SHELF)}>Sessions in use</Button>
      )}
    </div>
  )
}
