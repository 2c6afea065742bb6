/**
 * Tells the model how full its window is, once that is genuinely large. Promises: not with every message, which a model
 * learns to skip: only where the window grew by so much since the last note.
 */
import { defineHook, type HookDefinition, type HookFacts } from '@belay/hooks'
import { z } from 'zod'
import { BySession } from './by-session'

const WORDS =
  '[context: the last request was {tokens} prompt tokens, of a {budget} limit. Before answering, decide whether any of this window is finished business that can be left behind. If all of it is still live, carry on: this is a question, not an instruction.]'

const params = z.strictObject({
  share: z
    .number()
    .min(0)
    .max(100)
    .default(50)
    .describe('Percent of the budget from which the window counts as large; 0: `tokens` alone says so.'),
  tokens: z
    .int()
    .min(1)
    .default(80_000)
    .describe('Tokens of a request from which it counts as large where the budget is not known, or `share` is 0.'),
  grown: z
    .int()
    .min(0)
    .default(20_000)
    .describe('Tokens that it must have grown by since the last note; 0: a note with every message.'),
  text: z
    .string()
    .trim()
    .min(1, 'say what the model is told')
    .default(WORDS)
    .describe('The note. `{tokens}` is the size of the last request, `{budget}` its limit, `{share}` the percent.'),
  where: z
    .enum(['message', 'beside'])
    .default('message')
    .describe(
      '`message`: at the end of the message. `beside`: as an input of its own, and the message stays to the letter.',
    ),
})

type Params = z.output<typeof params>

interface Noted {
  /** Tokens at the last note, or null where there was none since the window was small. */
  at: number | null
}

export function windowNote(): HookDefinition {
  const sessions = new BySession<Noted>(() => ({ at: null }))
  return defineHook({
    name: 'window-note',
    description:
      'Adds a note to a message once the window is genuinely large: how many tokens it has, and whether some of it is finished business. Again only when it has grown.',
    params,
    on: {
      'guard.onInput': (t, msg) => {
        const { promptTokens: tokens } = t
        const noted = t.dryRun ? { at: null } : sessions.of(t.sessionId)
        if (tokens === null || !isDue(tokens, t, noted)) return t.useDefault
        noted.at = tokens
        const note = filled(t.params.text, { tokens, budget: t.budget })
        return t.params.where === 'beside' ? t.context(note) : `${msg}\n\n${note}`
      },
    },
  })
}

function isDue(tokens: number, { budget, params }: HookFacts & { readonly params: Params }, noted: Noted): boolean {
  const { share, grown } = params
  const isLarge = tokens >= (budget === null || share === 0 ? params.tokens : (budget * share) / 100)
  if (!isLarge) {
    noted.at = null
    return false
  }
  if (noted.at === null) return true
  // Compaction made it smaller: it grows from there.
  noted.at = Math.min(noted.at, tokens)
  return tokens - noted.at >= grown
}

interface Window {
  readonly tokens: number
  readonly budget: number | null
}

function filled(text: string, { tokens, budget }: Window): string {
  const share = budget === null ? 'unknown' : `${Math.round((tokens / budget) * 100)}%`
  const values: Readonly<Record<string, string>> = {
    tokens: String(tokens),
    budget: String(budget ?? 'unknown'),
    share,
  }
  return text.replace(/\{(tokens|budget|share)\}/g, (all, name: string) => values[name] ?? all)
}
