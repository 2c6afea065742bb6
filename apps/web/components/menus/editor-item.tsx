'use client'
import type { Attachment } from '@belay/trace'
import { FileCode2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { hookPageOf } from '../hooks-editor/hook-page-of'
import { useOpenSession } from '../session/session-context'
import { MenuItem } from '../ui/menu'

/** As a second click on its card does. */
export function EditorItem({ hook }: { readonly hook: Attachment }) {
  const { id } = useOpenSession()
  const router = useRouter()
  const page = hookPageOf(hook, id)
  if (page === null) return null
  return (
    <MenuItem icon={<FileCode2 size={14} />} onSelect={() => router.push(page)}>
      Open in the editor
    </MenuItem>
  )
}
