'use client'
/** The hooks that are picked on the rail to do one thing with all of them; none of hooks that are past, or not attached any more. */
import type { AttachmentId } from '@belay/trace'
import { useMemo, useState } from 'react'
import { useShown } from '../session/session-context'

export interface Picks {
  readonly picked: readonly AttachmentId[]
  readonly onPick: (picked: readonly AttachmentId[]) => void
}

const NONE: readonly AttachmentId[] = []

export function usePicks(): Picks {
  const { composition, past, walk } = useShown()
  const [all, onPick] = useState(NONE)
  const fixed = past || walk !== null
  const picked = useMemo(() => {
    const attached = new Set(fixed ? [] : composition?.hooks.map(({ id }) => id))
    return all.every((id) => attached.has(id)) ? all : all.filter((id) => attached.has(id))
  }, [all, composition, fixed])
  return { picked, onPick }
}
