/**
 * Ends a turn whose tokens are spent, before the next model call, and says so in time. Promises: counts what providers
 * reported and nothing else; replies that reported nothing are told of, never taken for free.
 */
import { defineHook, type HookDefinition, type HookFacts, type TokenCount } from '@belay/hooks'
import { z } from 'zod'
import { BySession } from './by-session'

const params = z.strictObject({
  per: z
    .enum(['turn', 'session'])
    .default('turn')
    .describe('What the budget is for: each `turn`, or the whole `session`.'),
  limit: z
    .int()
    .min(1)
    .default(1_000_000)
    .describe('Tokens. A step sends the whole conversation again: fifty steps at 20,000 are a million.'),
  warnAt: z
    .int()
    .min(0)
    .max(100)
    .default(80)
    .describe('Percent of the limit at which the model is told to come to an end; 0: it is not told.'),
  count: z
    .enum(['all', 'output'])
    .default('all')
    .describe(
      'What counts: `all` that is sent and answered, what a provider kept in its cache included, or `output` alone.',
    ),
  unknown: z
    .enum(['go_on', 'halt'])
    .default('go_on')
    .describe('Where replies did not report their tokens: `go_on` and tell the person, or `halt`.'),
})

type Params = z.output<typeof params>

interface Told {
  /** Turns in which it was said: that the end is near, and that something can't be counted. */
  warned: string
  uncounted: string
}

export function tokenBudget(): HookDefinition {
  const sessions = new BySession<Told>(() => ({ warned: '', uncounted: '' }))
  /** Whether it was not yet said in this turn, and now it is. */
  const isNews = (t: HookFacts, what: keyof Told): boolean => {
    if (t.dryRun) return true
    const told = sessions.of(t.sessionId)
    const news = told[what] !== t.turnId
    told[what] = t.turnId
    return news
  }
  return defineHook({
    name: 'token-budget',
    description:
      'Ends a turn before its next model call once the tokens of the turn, or of the session, are spent; tells the model in time to come to an end.',
    params,
    on: {
      'context.build': (t) => {
        const use = useOf(t, t.params)
        if (use.used >= t.params.limit) return t.halt(`the token budget is spent: ${sentence(use, t.params)}`)
        if (use.unreported === 0) return t.useDefault
        const uncounted = `${use.unreported} of ${use.replies} replies of this ${t.params.per} did not report their tokens`
        if (t.params.unknown === 'halt') return t.halt(`the token budget can't be kept: ${uncounted}`)
        return isNews(t, 'uncounted') ? t.note(`${uncounted}: they are not in the budget's count`) : t.useDefault
      },
      'tools.after': (t) => {
        const { limit, warnAt, per } = t.params
        const use = useOf(t, t.params)
        if (warnAt === 0 || use.used < (limit * warnAt) / 100 || !isNews(t, 'warned')) return
        const said = sentence(use, t.params)
        return t
          .context(
            `The token budget of this ${per} is nearly spent (${said}). Come to an end: finish what matters most, and say what is left to do.`,
          )
          .withNote(`nearly spent: ${said}`)
      },
    },
  })
}

interface Use extends TokenCount {
  readonly used: number
}

function useOf({ turnTokens, sessionTokens }: HookFacts, { per, count }: Params): Use {
  const tokens = per === 'turn' ? turnTokens : sessionTokens
  return { ...tokens, used: count === 'output' ? tokens.output : tokens.input + tokens.output }
}

function sentence({ used, unreported }: Use, { per, count, limit }: Params): string {
  const what = count === 'output' ? 'output tokens' : 'tokens'
  const more =
    unreported === 0 ? '' : `, and ${unreported === 1 ? 'one reply' : `${unreported} replies`} did not report`
  return `${grouped(used)} of ${grouped(limit)} ${what} of this ${per}${more}`
}

/** `1,000,000`, whatever the machine's language. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
