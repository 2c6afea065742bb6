'use client'
/**
 * Keeps lists of sessions fresh: what the server says has changed is asked for again, the first after a quiet time at once and
 * then with a pause between.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './api'
import { useConnection } from './connection'

export function useChanges(pauseMs: number): void {
  const queries = useQueryClient()
  const connection = useConnection()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    let askedAtMs = Number.NEGATIVE_INFINITY
    const ask = () => {
      timer = null
      askedAtMs = performance.now()
      void queries.invalidateQueries({ queryKey: ['sessions'] })
    }
    const refresh = () => {
      timer ??= setTimeout(ask, Math.max(0, askedAtMs + pauseMs - performance.now()))
    }
    const stop = api.changes({ data: refresh, failed: refresh })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [queries, pauseMs])
  // Changes that happened while the socket was away were not told.
  useEffect(() => {
    if (connection === 'live') void queries.invalidateQueries({ queryKey: ['sessions'] })
  }, [queries, connection])
}
