/** Waiting that ends when a signal aborts, whatever the other side does. Leaves no listener behind. */
import type { Clock } from '@belay/trace'

export const ABORTED: unique symbol = Symbol('aborted')

/** The promise's value, or `ABORTED` as soon as the signal aborts; a late value or failure is dropped. */
export function untilAbort<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T | typeof ABORTED> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(ABORTED)
    const settle = () => signal.removeEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    promise.then(
      (value) => {
        settle()
        resolve(value)
      },
      (error: unknown) => {
        settle()
        reject(error)
      },
    )
  })
}

/** Waits; false where the signal cut it short. */
export function wait(ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const cancel = clock.after(ms, () => {
      over.abort()
      resolve(true)
    })
    const cutShort = () => {
      cancel()
      resolve(false)
    }
    onAbort(signal, cutShort, over.signal)
  })
}

/** Runs once when the signal aborts, also where it has; not any more once `over` did. */
export function onAbort(signal: AbortSignal, run: () => void, over: AbortSignal): void {
  if (signal.aborted) run()
  else signal.addEventListener('abort', run, { once: true, signal: over })
}

/** A signal that aborts `ms` after another one did. */
export function laterThan(
  signal: AbortSignal,
  ms: number,
  { clock, over }: { readonly clock: Clock; readonly over: AbortSignal },
): AbortSignal {
  const later = new AbortController()
  const start = () => {
    const cancel = clock.after(ms, () => later.abort())
    over.addEventListener('abort', cancel, { once: true })
  }
  onAbort(signal, start, over)
  return later.signal
}
