'use client'
import type { Attachment } from '@belay/trace'
import type { LibraryHook } from '../../lib/api'
import { policyText } from '../../lib/view/policy-text'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { CopyButton } from '../ui/copy-button'
import { Inline } from '../ui/inline'
import styles from './attachment-panel.module.css'

interface Props {
  readonly hook: Attachment
  readonly known: LibraryHook | null
}

/** Why it does not load, where, and what happens while it does not. */
export function Broken({ hook, known }: Props) {
  const error = known?.error ?? null
  const place = error?.file == null ? null : `${error.file}${error.line === null ? '' : `:${error.line}`}`
  return (
    <div className={styles.broken} role="alert">
      <VerdictGlyph mark="failed" label="" />
      <div className={styles.why}>
        <p className={styles.brokenTitle}>
          It does not load, so it is not asked. {policyText(hook.onFailure, hook.points)}.
        </p>
        <p>
          <Inline text={error?.message ?? hook.error ?? ''} />
        </p>
        {place === null ? null : (
          <p className={styles.place}>
            <code>{place}</code>
            <CopyButton label="Copy the place" text={() => place} />
          </p>
        )}
      </div>
    </div>
  )
}
