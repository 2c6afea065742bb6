import type { Json } from '@belay/trace'
import type { CallbackAsker, CallbackRequest, CallbackSource } from '../callbacks'
import type { Asking, Hook } from '../hook'
import { makeSnapshot, type Snapshot } from '../snapshot'
import { hook, type TestHook } from './asking'

interface Asked {
  readonly request: CallbackRequest
  readonly signal: AbortSignal | undefined
  answer(value: Json): void
  refuse(why: string): void
}

/** A session behind the hooks that keeps what it was asked, and answers when a test says so. */
export class Session {
  readonly askers: CallbackAsker[] = []
  readonly asked: Asked[] = []

  readonly source: CallbackSource = (asker) => {
    this.askers.push(asker)
    return (request, signal) =>
      new Promise((resolve, reject) => {
        this.asked.push({ request, signal, answer: resolve, refuse: (why) => reject(new Error(why)) })
      })
  }

  /** The latest request. */
  get last(): Asked {
    const asked = this.asked.at(-1)
    if (asked === undefined) throw new Error('the session was asked nothing')
    return asked
  }
}

/** A session that answers at once. */
export function answering(answer: (request: CallbackRequest) => Json): CallbackSource {
  return () => async (request) => answer(request)
}

/** A hook at every point, written as an author writes it. */
export function written(name: string, run: (t: Snapshot) => unknown, more: TestHook = {}): Hook {
  return hook(name, (asking: Asking) => run(makeSnapshot(asking.facts, {}, asking)), more)
}
