'use client'
import type { Attachment } from '@belay/trace'
import { staleText, unfitText } from '../../lib/view/load-error'
import { policyText } from '../../lib/view/policy-text'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { CopyButton } from '../ui/copy-button'
import { Inline } from '../ui/inline'
import styles from './attachment-panel.module.css'
import type { HookFile } from './use-hook-file'

interface Props {
  readonly hook: Attachment
  readonly file: HookFile
}

/** What is wrong with its file, where, and what happens meanwhile: it is not asked, or its last good version is. */
export function FileTrouble({ hook, file }: Props) {
  const { state, message } = file
  if (state === 'fine') return null
  const place = file.file === null ? null : `${file.file}${file.line === null ? '' : `:${file.line}`}`
  return (
    <div className={styles.broken} data-state={state} role="alert">
      <VerdictGlyph mark="failed" label="" hollow={state === 'stale' || (state === 'unfit' && hook.version !== null)} />
      <div className={styles.why}>
        <p className={styles.brokenTitle}>
          {state === 'broken'
            ? `It does not load, so it is not asked. ${policyText(hook.onFailure, hook.points)}.`
            : state === 'unfit'
              ? unfitText(hook)
              : `It ${staleText(file.line, file.versionAt)}.`}
        </p>
        <p>
          <Inline text={message ?? ''} />
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
