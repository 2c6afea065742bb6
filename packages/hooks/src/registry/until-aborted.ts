/** As what `begin` comes to, but `null` as soon as the signal aborts: what it still does then is nobody's. Leaves no listener. */
export function untilAborted<T>(begin: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(null)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    begin()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', giveUp))
  })
}
