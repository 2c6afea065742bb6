'use client'
import type { Attachment } from '@belay/trace'
import Link from 'next/link'
import { hookPageOf } from '../hooks-editor/hook-page-of'
import { useOpenSession } from '../session/session-context'

/** The text of a hook of one's own, and the page of one that comes with Belay. */
export function OpenInEditor({ hook }: { readonly hook: Attachment }) {
  const { id } = useOpenSession()
  const page = hookPageOf(hook, id)
  return page === null ? null : <Link href={page}>Open in editor</Link>
}
