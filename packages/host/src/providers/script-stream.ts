/** One step of a script as a model's stream: in its order, at its pace, broken off where the step says so. */
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'
import { ModelError, type ModelEvent } from '@belay/agent'
import type { Usage } from '@belay/trace'
import type { ScriptStep } from './script'

export async function* streamStep(step: ScriptStep, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  // Like an answer from a network, never within the same round of the event loop: a turn that goes on and on can be stopped.
  await nextRound(undefined, { signal })
  if (step.delayMs !== undefined) await sleep(step.delayMs, undefined, { signal })
  let left = step.cut?.afterBytes ?? Number.POSITIVE_INFINITY
  for await (const event of eventsOf(step, signal)) {
    const kept = step.cut === undefined ? event : cutTo(event, left)
    if (kept === null) return
    yield kept
    left -= bytesOf(event)
    if (left < 0) return
  }
}

async function* eventsOf(step: ScriptStep, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const pace = (text: string) => paced(text, step.tokensPerSecond, signal)
  for await (const text of pace(step.reasoning ?? '')) yield { type: 'reasoning', text }
  for await (const text of pace(step.text ?? '')) yield { type: 'text', text }
  for (const [index, call] of (step.calls ?? []).entries()) {
    const key = `call-${index}`
    yield { type: 'call.started', key, id: call.id ?? '', name: call.name }
    const raw = call.raw ?? JSON.stringify(call.args ?? {})
    for await (const text of pace(raw)) yield { type: 'call.delta', key, text }
    yield { type: 'call.ended', key }
  }
  if (step.error !== undefined) throw errorOf(step.error)
  if (step.usage !== undefined) yield { type: 'usage', usage: usageOf(step.usage) }
  if (step.cut === undefined) yield { type: 'finished', end: step.end ?? (step.calls?.length ? 'calls' : 'stop') }
}

function usageOf({ input, cached, output }: NonNullable<ScriptStep['usage']>): Usage {
  return { input: input ?? null, cached: cached ?? null, output: output ?? null }
}

/** A word counts as a token: near enough for a pace. All at once where there is none. */
async function* paced(text: string, tokensPerSecond: number | undefined, signal: AbortSignal): AsyncGenerator<string> {
  if (tokensPerSecond === undefined) {
    if (text !== '') yield text
    return
  }
  for (const token of text.match(/\s*\S+|\s+/g) ?? []) {
    await sleep(1_000 / tokensPerSecond, undefined, { signal })
    yield token
  }
}

function errorOf({ status, message, retryAfter }: NonNullable<ScriptStep['error']>): ModelError {
  const retryAfterMs = retryAfter === undefined ? null : retryAfter * 1_000
  return new ModelError(message, { status: status ?? null, retryAfterMs })
}

function bytesOf(event: ModelEvent): number {
  return 'text' in event ? Buffer.byteLength(event.text) : 0
}

/** What of an event comes before the stream breaks; null where nothing does. */
function cutTo(event: ModelEvent, bytes: number): ModelEvent | null {
  if (!('text' in event)) return bytes > 0 ? event : null
  if (bytes >= bytesOf(event)) return event
  const text = Buffer.from(event.text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD$/u, '')
  return text === '' ? null : { ...event, text }
}
