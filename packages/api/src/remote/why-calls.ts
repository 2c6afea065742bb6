/** Explanations and inspections as calls of the API of a server that runs. */
import type { HookInspection } from '../contract/hook-files'
import type { Explaining } from '../contract/why'
import type { Call, Client } from './calls'

export function whyCalls({ why }: Client, call: Call): Explaining & HookInspection {
  return {
    whyCall: (id, asked) => call(() => why.ofCall.query({ id, call: asked })),
    whySpan: (id, span) => call(() => why.span.query({ id, span })),
    findCalls: (id, text, turn) => call(() => why.findCalls.query({ id, text, turn })),
    shadowRecord: (id, attachment) => call(() => why.shadow.query({ id, attachment })),
    firedEvent: (id, span) => call(() => why.fired.query({ id, span })),
    recordedEvents: (request) => call(() => why.recorded.query(request)),
    attachedTroubles: () => call(() => why.attachedTroubles.query()),
    checkHooks: (paths) => call(() => why.checkHooks.mutate({ paths })),
  }
}
