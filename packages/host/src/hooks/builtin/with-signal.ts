/** For hooks that start something: it must end when the turn stops, or nobody waits for the answer any more. */
import type { Asking, HookDefinition } from '@belay/hooks'

const NEVER = new AbortController().signal

/** `make` gets a look at the signal of the asking that is being answered; to be looked at before anything is awaited. */
export function withSignal(make: (signal: () => AbortSignal) => HookDefinition): HookDefinition {
  let current = NEVER
  const definition = make(() => current)
  return {
    ...definition,
    answer(asking: Parameters<HookDefinition['answer']>[0] & Partial<Pick<Asking, 'signal'>>, params) {
      current = asking.signal ?? NEVER
      try {
        return definition.answer(asking, params)
      } finally {
        current = NEVER
      }
    },
  }
}
