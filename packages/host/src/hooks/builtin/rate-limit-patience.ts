/**
 * Waits out a provider that asks to be waited out, longer each time. Promises: waits at most so often in a step, never
 * longer than the loop allows; what waiting does not mend is left to the built-in repair, or goes to another model.
 */
import { defineHook, type HookDefinition, type HookFacts } from '@belay/hooks'
import { z } from 'zod'
import { BySession } from './by-session'
import { modelNameText, readModelName } from './model-name'

/** The loop makes no hook's wait longer. */
const LONGEST_S = 30
/** Of the ten failures of a step that are put to hooks, one is left for the change of the model. */
const MOST_WAITS = 9

export const WORTH_WAITING = [
  'rate limit',
  'rate_limit',
  'too many requests',
  '429',
  'overloaded',
  '529',
  '503',
  'at capacity',
  'try again',
]
/** They come with the same status and no wait helps: somebody has to pay first. */
export const NOT_WORTH_WAITING = ['insufficient_quota', 'exceeded your current quota', 'credit balance', 'billing']

const phrases = z.array(z.string().trim().min(1, 'a phrase must not be empty')).max(100)
const seconds = z.number().min(0).max(LONGEST_S)

const params = z
  .strictObject({
    most: z
      .int()
      .min(0)
      .max(MOST_WAITS)
      .default(5)
      .describe('How often in a step it waits and has the call made again.'),
    firstWait: seconds.default(2).describe('Seconds of the first wait; each further one is twice as long.'),
    longestWait: seconds.default(LONGEST_S).describe('Seconds that no wait exceeds; the loop allows 30.'),
    phrases: phrases
      .default(WORTH_WAITING)
      .describe(
        'What an error says that is worth a wait, in any case of letters; a number counts as a word of its own.',
      ),
    never: phrases
      .default(NOT_WORTH_WAITING)
      .describe('What an error says that no wait mends, such as a bill: these are not waited out.'),
    model: modelNameText
      .default('')
      .describe(
        'The model that the rest of the turn runs on when waiting did not help: `provider/model`. Empty: the built-in repair decides.',
      ),
  })
  .refine(({ firstWait, longestWait }) => firstWait <= longestWait, {
    message: 'the first wait is no longer than the longest',
    path: ['firstWait'],
  })

type Params = z.output<typeof params>

interface Waited {
  step: string
  times: number
}

export function rateLimitPatience(): HookDefinition {
  const sessions = new BySession<Waited>(() => ({ step: '', times: 0 }))
  const waitedIn = (t: HookFacts): Waited => {
    const step = `${t.turnId} ${t.step}`
    if (t.dryRun) return { step, times: 0 }
    const waited = sessions.of(t.sessionId)
    if (waited.step !== step) Object.assign(waited, { step, times: 0 })
    return waited
  }
  return defineHook({
    name: 'rate-limit-patience',
    description:
      'Waits out a provider that is overloaded or limits its rate, longer each time, and then goes on with another model where one is named.',
    params,
    on: {
      'errors.on': (t, err) => {
        const { most, longestWait, never } = t.params
        const isHopeless = says(err, never)
        if (!isHopeless && !says(err, t.params.phrases)) return t.useDefault
        const waited = waitedIn(t)
        const asked = askedWait(err)
        const isTooLong = asked !== null && asked > longestWait
        if (isHopeless || isTooLong || waited.times >= most) {
          const other = otherModel(t, t.params)
          if (other === null) return t.useDefault
          const why = isHopeless ? 'no wait mends this' : isTooLong ? `it asks to wait ${asked} s` : waitedText(waited)
          return t
            .switch(other.provider, other.model)
            .withNote(`${t.provider}/${t.model}: ${why}; on with ${t.params.model}`)
        }
        const wait = asked ?? Math.min(longestWait, t.params.firstWait * 2 ** waited.times)
        waited.times += 1
        return t
          .retry(wait)
          .withNote(`${t.provider}/${t.model} is busy: tried again in ${wait} s, ${waited.times} of ${most}`)
      },
    },
  })
}

function waitedText({ times }: Waited): string {
  if (times === 0) return 'it is busy'
  return times === 1 ? 'one wait did not help' : `${times} waits did not help`
}

function says(err: string, phrases: readonly string[]): boolean {
  const text = err.toLowerCase()
  return phrases.some((phrase) => holds(text, phrase.toLowerCase()))
}

/** `429` is not said by `4290 tokens`. */
function holds(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + phrase.length] ?? '']
    const cutsNumber = (/^\d/.test(phrase) && /\w/.test(before)) || (/\d$/.test(phrase) && /\w/.test(after))
    if (!cutsNumber) return true
  }
  return false
}

/** `try again in 1.5s`, `retry after 20 seconds`, `try again in 350ms`, `in 2m30s`; null where it says none. */
function askedWait(err: string): number | null {
  const said = /\b(?:again|retry|wait)\D{0,20}?((?:\d{1,6}(?:\.\d{1,6})?\s?(?:ms|h|m|s)[a-z]*[\s,]*)+)/i.exec(err)?.[1]
  if (said === undefined) return null
  const parts = [...said.matchAll(/(\d+(?:\.\d+)?)\s?(ms|milli|h|m|s)/gi)]
  const sum = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit.toLowerCase()] ?? 0), 0)
  // A wait that is rounded down ends before the server is ready.
  return Math.ceil(sum * 10) / 10
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, milli: 0.001, s: 1, m: 60, h: 3_600 }

/** Null where there is none, or the turn already runs on it. */
function otherModel({ provider, model }: HookFacts, { model: text }: Params) {
  const other = readModelName(text)
  return other === null || (other.provider === provider && other.model === model) ? null : other
}
