'use client'
/**
 * Keeps lists of sessions fresh: what the server says has changed is asked for again, the first after a quiet time at once and
 * then with a pause between.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './api'
import { useConnection } from './connection'
import { type PacedPorts, paced } from './paced'

const PORTS: PacedPorts = {
  now: () => performance.now(),
  later: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export function useChanges(pauseMs: number): void {
  const queries = useQueryClient()
  const connection = useConnection()
  useEffect(() => {
    const pace = paced(() => void queries.invalidateQueries({ queryKey: ['sessions'] }), pauseMs, PORTS)
    const stop = api.changes({ data: pace.ask, failed: pace.ask })
    return () => {
      stop()
      pace.stop()
    }
  }, [queries, pauseMs])
  // Changes that happened while the socket was away were not told.
  useEffect(() => {
    if (connection === 'live') void queries.invalidateQueries({ queryKey: ['sessions'] })
  }, [queries, connection])
}
