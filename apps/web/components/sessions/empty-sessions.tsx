'use client'
import { Plus } from 'lucide-react'
import { Button } from '../ui/button'
import styles from './empty-sessions.module.css'

export function EmptySessions({ onNew }: { readonly onNew: () => void }) {
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>No sessions yet</h2>
      <p>
        A session is one conversation on one folder, with hooks of its own. Start one, attach hooks, and watch what each
        of them says in every turn.
      </p>
      <Button tone="primary" onClick={onNew}>
        <Plus size={15} strokeWidth={2.4} />
        New session
      </Button>
    </div>
  )
}

export function NoMatch({ search }: { readonly search: string }) {
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>No session matches “{search}”</h2>
      <p>Titles, workspaces and prompts were searched. Try a shorter word.</p>
    </div>
  )
}
