/** A subscription as an async iterable: what came and was not read yet waits; it ends with the signal, or with its error. */

export interface StreamListener<T> {
  readonly onData: (item: T) => void
  readonly onError: (error: unknown) => void
  readonly onComplete: () => void
}

export async function* stream<T>(
  subscribe: (listener: StreamListener<T>) => { unsubscribe(): void },
  signal: AbortSignal,
): AsyncGenerator<T> {
  if (signal.aborted) return
  const mailbox = openMailbox<T>()
  const subscription = subscribe({
    onData: mailbox.put,
    onError: (error) => mailbox.end({ error }),
    onComplete: () => mailbox.end(null),
  })
  const stop = () => mailbox.end(null)
  signal.addEventListener('abort', stop)
  try {
    yield* mailbox.read(signal)
  } finally {
    signal.removeEventListener('abort', stop)
    subscription.unsubscribe()
  }
}

function openMailbox<T>() {
  let items: T[] = []
  let ended: { readonly failure: { readonly error: unknown } | null } | null = null
  let wake: (() => void) | null = null
  const ring = () => {
    wake?.()
    wake = null
  }
  return {
    put(item: T) {
      items.push(item)
      ring()
    },
    end(failure: { readonly error: unknown } | null) {
      ended ??= { failure }
      ring()
    },
    async *read(signal: AbortSignal): AsyncGenerator<T> {
      for (;;) {
        const ready = items
        items = []
        for (const item of ready) {
          if (signal.aborted) return
          yield item
        }
        if (items.length > 0) continue
        if (ended !== null) break
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const { failure } = ended
      if (failure !== null) throw failure.error
    },
  }
}
