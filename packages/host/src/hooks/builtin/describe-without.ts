import type { HookCall } from '@belay/hooks'
import { describeCall } from './call-subject'

/** A call as a question names it, with its secrets taken out first: a text that is cut may hold the half of one. */
export function describeWithout(call: HookCall, redact: (text: string) => string): string {
  const args = Object.fromEntries(
    Object.entries(call.args).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value) : (value ?? null),
    ]),
  )
  return describeCall({ name: call.name, args })
}
