'use client'
/** Keeps lists of sessions fresh: what the server says has changed is asked for again, with a pause between. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './api'
import { useConnection } from './connection'

export function useChanges(pauseMs: number): void {
  const queries = useQueryClient()
  const connection = useConnection()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = null
        void queries.invalidateQueries({ queryKey: ['sessions'] })
      }, pauseMs)
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
