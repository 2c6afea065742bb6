/**
 * Plans on the session's model and goes on with a cheaper one. Promises: where results keep failing, or something else
 * moved the turn to another model, the cheaper one is not used; after a restart it plans anew.
 */
import { defineHook, type HookDefinition, type HookFacts } from '@belay/hooks'
import { z } from 'zod'
import { BySession } from './by-session'
import { modelNameText, readModelName } from './model-name'
import { matchesTool, toolMatcherText } from './tool-matcher'

const params = z.strictObject({
  model: modelNameText
    .default('')
    .describe('The cheaper model: `provider/model`. Empty: nothing is changed, and the person is told so.'),
  until: z
    .enum(['first_edit', 'steps'])
    .default('first_edit')
    .describe("How long the session's model plans: until the `first_edit` that works, or for so many `steps`."),
  steps: z.int().min(1).max(1_000).default(3).describe("Steps on the session's model, where `until` is `steps`."),
  per: z
    .enum(['turn', 'session'])
    .default('turn')
    .describe('What is planned: each `turn`, or once the whole `session`.'),
  edits: toolMatcherText
    .default('files.edit|files.write')
    .describe('Tools whose success means that there is a plan: names split at `|`, or a regular expression.'),
  mostFailed: z
    .int()
    .min(0)
    .max(1_000)
    .default(3)
    .describe("Results in a row that fail before the session's model plans again; 0: it stays with the cheaper one."),
})

type Params = z.output<typeof params>
type Facts = HookFacts & { readonly params: Params }

/** What is known of a session since planning began. */
interface Planning {
  scope: string
  /** The step after which it began. */
  since: number
  edited: boolean
  failed: number
  /** What the turn ran on when it was first asked about. */
  turn: string
  base: string
  /** What was last said to the person. */
  told: string
}

export function cheaperAfterPlan(): HookDefinition {
  const sessions = new BySession<Planning>(nothingYet)
  const planningIn = (t: Facts): Planning => {
    const scope = t.params.per === 'turn' ? t.turnId : 'session'
    const planning = t.dryRun ? { ...(sessions.peek(t.sessionId) ?? nothingYet()) } : sessions.of(t.sessionId)
    if (planning.scope !== scope) Object.assign(planning, begun(scope, t.pass - 1))
    return planning
  }
  return defineHook({
    name: 'cheaper-after-plan',
    description:
      "Plans on the session's model, until the first edit or for some steps, and goes on with a cheaper one; back again where results keep failing.",
    params,
    on: {
      'model.choose': (t) => {
        const planning = planningIn(t)
        const now = `${t.provider}/${t.model}`
        if (planning.turn !== t.turnId) Object.assign(planning, { turn: t.turnId, base: now })
        const cheaper = readModelName(t.params.model)
        if (cheaper === null) return isNews(planning, 'none') ? t.note(NO_MODEL) : t.useDefault
        // Moved by somebody who had a reason, such as a provider that does not answer.
        if (planning.base !== now || t.params.model === now || !isPlanned(planning, t)) return t.useDefault
        const chosen = { provider: cheaper.provider, model: cheaper.model }
        const isNew = isNews(planning, `${planning.scope} ${planning.since}`)
        return isNew ? t.rewrite(chosen).withNote(`planned on ${now}; on with ${t.params.model}`) : chosen
      },
      'tools.after': (t, { isError }, { call }) => {
        if (t.dryRun) return
        const planning = planningIn(t)
        const { mostFailed, edits } = t.params
        if (!isPlanned(planning, t)) {
          planning.edited = !isError && matchesTool(edits, call.name)
          return
        }
        planning.failed = isError ? planning.failed + 1 : 0
        if (mostFailed === 0 || planning.failed < mostFailed || readModelName(t.params.model) === null) return
        const { failed } = planning
        Object.assign(planning, { since: t.pass, edited: false, failed: 0 })
        return t.note(
          `${failed === 1 ? 'a result' : `${failed} results in a row`} failed: the session's model plans again`,
        )
      },
    },
  })
}

const NO_MODEL = 'no cheaper model is named, so nothing is changed: say which, as `provider/model`'

const nothingYet = (): Planning => ({ ...begun('', 0), turn: '', base: '', told: '' })

function begun(scope: string, since: number) {
  return { scope, since, edited: false, failed: 0 }
}

function isPlanned({ since, edited }: Planning, { pass, params: { until, steps } }: Facts): boolean {
  return until === 'first_edit' ? edited : pass - since > steps
}

function isNews(planning: Planning, what: string): boolean {
  const news = planning.told !== what
  planning.told = what
  return news
}
