'use client'
/** Why something came out as it did, asked for again whenever the record about it grew; what was known stays until then. */
import type { Span } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import type { CallWhy } from '../../lib/api'
import { sentenceOf } from '../../lib/errors'
import { whyQuery } from '../../lib/queries'
import { aboutOf, grownTo, hookCalls, hookCallsOnRecord } from '../../lib/view/about'
import { useFolded, useOpenSession } from '../session/session-context'

export interface Why {
  /** What it is about: of a hook's call, the call that it was asked about. */
  readonly about: Span
  /** Null while it is asked for. */
  readonly why: CallWhy | null
  readonly trouble: string | null
}

/** The page hears of a verdict a moment before it can be read back. */
const BEHIND_MS = 400
/** What an end brings along is written a moment later. */
const LATE_TRIES = 3

export function useWhy(span: Span): Why {
  const { id, state } = useOpenSession()
  const about = useFolded((folded) => aboutOf(folded, span))
  const grown = useFolded((folded) => grownTo(folded, about.id))
  const { data, error } = useQuery({
    ...whyQuery(id, about.id, grown),
    refetchInterval: ({ state: { data: read, dataUpdateCount } }) => {
      const behind = read !== undefined && hookCalls(read.points) < hookCallsOnRecord(state, about.id)
      return behind && dataUpdateCount < LATE_TRIES ? BEHIND_MS : false
    },
  })
  const trouble = error === null ? null : `This could not be explained: ${sentenceOf(error)}`
  return { about, why: data ?? null, trouble }
}
