'use client'
import type { Attachment } from '@belay/trace'
import { versionSince } from '../../lib/view/hook-figures'
import { useFolded, useOpenSession } from '../session/session-context'
import { Tip } from '../ui/tip'
import styles from './attachment-panel.module.css'

/** The short hash of code and parameters, and since when turns run with it. */
export function AttachmentVersion({ hook }: { readonly hook: Attachment }) {
  const { state } = useOpenSession()
  const turns = useFolded((folded) => folded.turns.length)
  if (hook.version === null) return 'it does not load'
  const since = versionSince(state, hook)
  const text = since === null ? (turns === 0 ? '' : 'from the next turn') : `since turn ${since}`
  return (
    <Tip text={hook.version}>
      <span>
        <code className={styles.version}>{hook.version.slice(0, 8)}</code>
        {text === '' ? '' : ` ${text}`}
      </span>
    </Tip>
  )
}
