/**
 * A fetch whose answer must keep coming, from where it was asked. Promises: a redirect is not followed, for the key would go along;
 * a body of which no byte came for the time ends with a sentence that says so, whatever its bytes are (a comment that keeps a stream
 * alive counts); it ends with the signal that it was given; it leaves no timer.
 */
import { ModelError } from '@belay/agent'

/** Of an address that a server names. */
const MOST_SHOWN = 200

export type Fetch = typeof globalThis.fetch

export interface Watch {
  readonly name: string
  readonly idleMs: number
}

export function watchedFetch(fetch: Fetch, { name, idleMs }: Watch): Fetch {
  return async (input, init) => {
    const silence = new AbortController()
    const timer = createTimer(idleMs, () => silence.abort(stalled(name, idleMs)))
    const given = init?.signal ?? null
    const signal = given === null ? silence.signal : AbortSignal.any([given, silence.signal])
    try {
      const response = await fetch(input, { ...init, signal, redirect: 'manual' })
      if (isRedirect(response)) {
        await response.body?.cancel()
        throw leadsAway(name, response)
      }
      if (response.body === null) {
        timer.stop()
        return response
      }
      return new Response(watchBody(response.body, { timer, silence: silence.signal }), response)
    } catch (error) {
      timer.stop()
      throw silence.signal.aborted ? silence.signal.reason : error
    }
  }
}

interface Timer {
  again(): void
  stop(): void
}

function createTimer(ms: number, fire: () => void): Timer {
  const timer = setTimeout(fire, ms)
  return { again: () => timer.refresh(), stop: () => clearTimeout(timer) }
}

function watchBody(
  body: ReadableStream<Uint8Array>,
  { timer, silence }: { readonly timer: Timer; readonly silence: AbortSignal },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        timer.again()
        if (done) {
          timer.stop()
          controller.close()
        } else controller.enqueue(value)
      } catch (error) {
        timer.stop()
        controller.error(silence.aborted ? silence.reason : error)
      }
    },
    async cancel(reason) {
      timer.stop()
      await reader.cancel(reason)
    },
  })
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400 && status !== 304
}

function leadsAway(name: string, { status, headers }: Response): ModelError {
  const to = headers.get('location')
  return new ModelError(
    `${name} answered ${status} and leads ${to === null ? 'elsewhere' : `to ${to.slice(0, MOST_SHOWN)}`}: a key is sent to nobody else. Where that is right, set it as \`baseUrl\`.`,
    { status, retryAfterMs: null },
  )
}

function stalled(name: string, idleMs: number): ModelError {
  const seconds = Math.round(idleMs / 1_000)
  return new ModelError(`${name} sent nothing for ${seconds} s: the call was given up.`, {
    status: 408,
    retryAfterMs: null,
  })
}
