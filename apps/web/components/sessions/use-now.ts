'use client'
import { useEffect, useState } from 'react'

/** The time, in steps: what is said of times is never older than a step. */
export function useNow(stepMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [stepMs])
  return nowMs
}
