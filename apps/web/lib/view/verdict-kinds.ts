/** Verdicts that a person must not mistake for others: all pages ask here. */
import type { Verdict } from '@belay/trace'

/** The hook stands there and cannot be asked: its failure policy spoke for it. */
export function isUnloaded({ status, notAsked }: Verdict): boolean {
  return status === 'not_asked' && notAsked === 'failed to load'
}

/** Its script is not what a person said yes to: it was refused in its place. */
export function isUntrusted({ status, notAsked }: Verdict): boolean {
  return status === 'not_asked' && notAsked === 'not trusted'
}

/** The turn was stopped while it was asked: nothing of the hook's has failed. */
export function isCancelled({ status, error }: Verdict): boolean {
  return status === 'failed' && error?.kind === 'cancelled'
}
