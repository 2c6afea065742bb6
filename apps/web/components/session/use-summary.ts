'use client'
import { useQuery } from '@tanstack/react-query'
import type { SessionSummary } from '../../lib/api'
import { sessionQuery } from '../../lib/queries'
import { useOpenSession } from './session-context'

/** What the log does not say: the permission mode, whether it is the tour. Undefined until it has been asked for. */
export function useSummary(): SessionSummary | undefined {
  return useQuery(sessionQuery(useOpenSession().id)).data
}
