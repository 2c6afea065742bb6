'use client'
import type { Attachment } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import type { ShadowRecord } from '../../lib/api'
import { shadowQuery } from '../../lib/queries'
import { useFolded, useOpenSession } from '../session/session-context'

/** Asked for again whenever it was asked; a hook that was never asked has none. */
export function useShadowRecord({ id: attachment, mode }: Attachment): ShadowRecord | undefined {
  const { id } = useOpenSession()
  const asked = useFolded(({ turns }) =>
    turns.reduce((sum, turn) => sum + turn.verdicts.filter(({ verdict }) => verdict.hookId === attachment).length, 0),
  )
  return useQuery({ ...shadowQuery(id, attachment, asked), enabled: mode === 'shadow' }).data
}
