/** The process's clock and source of ids: the real ones, which come into the pure packages from here. */
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Clock, IdSource } from '@belay/trace'

/** One anchor a process: a change of the system's clock moves no span. */
export function createClock(): Clock {
  const anchor = Date.now() - performance.now()
  return {
    now: () => anchor + performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  }
}

/** 80 random bits: no two of any installation meet, and a link to one can't be guessed. */
const ID_BYTES = 10

export function createIds(): IdSource {
  return { next: (prefix) => `${prefix}_${randomBytes(ID_BYTES).toString('hex')}` }
}
