/**
 * The built-in repair of a failed model call, as a plan: what to do, never the doing. Rate limits and overload are
 * waited out, also failures that never reached the server; anything else ends the turn.
 */
import type { ModelError } from './model'

export type Repair =
  | { readonly plan: 'wait'; readonly ms: number }
  /** Longer than the loop waits on its own: a person decides. */
  | { readonly plan: 'ask'; readonly ms: number }
  | { readonly plan: 'fail' }

/** A server's own wish is followed up to here; beyond, the wait is a person's decision. */
export const LONGEST_WAIT_MS = 60_000
/** Half a second doubles to 16 s over six failures: about half a minute in all, then the fault is not a passing one. */
const FIRST_WAIT_MS = 500
const MOST_REPAIRS = 6

export interface FailedCall {
  readonly error: ModelError
  /** Repairs made for this step before. */
  readonly repairs: number
  /** Uniform in [0, 1). */
  readonly random: number
}

export function planRepair({ error, repairs, random }: FailedCall): Repair {
  const { status, retryAfterMs } = error.facts
  if (!isPassing(status) || repairs >= MOST_REPAIRS) return { plan: 'fail' }
  if (retryAfterMs !== null) return { plan: retryAfterMs > LONGEST_WAIT_MS ? 'ask' : 'wait', ms: retryAfterMs }
  const full = FIRST_WAIT_MS * 2 ** repairs
  return { plan: 'wait', ms: Math.round(full * (0.5 + random / 2)) }
}

/** 408 and 409 are what gateways send for a call that may be repeated; 529 is an overloaded server. */
function isPassing(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500
}
