'use client'
import { type ReactNode, useRef } from 'react'
import { CopyButton } from '../ui/copy-button'
import styles from './code-block.module.css'

/** Code of a reply, to be taken along as it stands. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const code = useRef<HTMLPreElement>(null)
  return (
    <div className={styles.block}>
      <pre ref={code}>{children}</pre>
      <span className={styles.copy}>
        <CopyButton label="Copy the code" text={() => (code.current?.textContent ?? '').replace(/\n$/, '')} />
      </span>
    </div>
  )
}
