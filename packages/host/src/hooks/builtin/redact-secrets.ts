/**
 * Takes secrets out of what the model reads. Promises: what it could not search, the model does not read: neither what
 * lies beyond the 64 KiB that hooks see, nor a result on which an expression of a person's took too long.
 */
import { defineHook, type HookDefinition, HookFailure, notShownToHooks } from '@belay/hooks'
import { z } from 'zod'
import { boundedReplace, regexProblem } from '../bounded-regex'
import { markOf, redact } from '../secrets/redact'
import { secretValues } from '../secrets/secret-names'
import { matchesTool, toolMatcherText } from './tool-matcher'
import type { BuiltInWorld } from './world'

const own = z
  .strictObject({
    kind: z
      .string()
      .trim()
      .regex(/^[^[\]\n]{1,60}$/, 'a kind is a few words without brackets')
      .describe('What it is called in its place: `[redacted: kind]`.'),
    pattern: z.string().min(1).describe('A JavaScript regular expression; all that it matches is taken out.'),
  })
  .superRefine(({ pattern }, context) => {
    const problem = regexProblem(pattern) ?? (new RegExp(pattern).test('') ? 'it matches nothing at all' : null)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem, path: ['pattern'] })
  })

const params = z.strictObject({
  patterns: z
    .array(own)
    .max(100)
    .default([])
    .describe('Further secrets, each by a `kind` and a `pattern`. A search of more than 100 ms is broken off.'),
  assignments: z
    .boolean()
    .default(true)
    .describe(
      'Whether values are taken out by the name that they are given to: `DB_PASSWORD=…`, `Authorization: Bearer …`.',
    ),
  tools: toolMatcherText
    .default('*')
    .describe('Whose results: names split at `|`, or a regular expression; `*` is every tool.'),
})

type Params = z.output<typeof params>

export function redactSecrets({ environment }: BuiltInWorld): HookDefinition {
  const values = secretValues(environment)
  return defineHook({
    name: 'redact-secrets',
    description:
      'Takes secrets out of results before the model reads them: tokens by their look, private keys, values of key variables, passwords in settings, and what you add.',
    points: ['tools.after'],
    params,
    onFailure: 'closed',
    run(t, { result }) {
      if (!matchesTool(t.params.tools, result.name)) return t.useDefault
      const searched = redact(whole(result.content), { assignments: t.params.assignments, values })
      const kinds = new Map(searched.kinds)
      const text = withOwn(searched.text, t.params, kinds)
      if (typeof text !== 'string')
        return t.rewrite(withheld(text.failed)).withNote(`the result of ${result.name} was withheld: ${text.failed}`)
      if (text === result.content) return t.useDefault
      const found = [...kinds].map(([kind, times]) => (times === 1 ? kind : `${kind} ×${times}`)).join(', ')
      const said = t.rewrite(text)
      return found === '' ? said : said.withNote(`taken out of the result of ${result.name}: ${found}`)
    },
  })
}

/** Longer than any token: the last piece of a text that was cut may be the half of one. */
const LONGEST_TOKEN = 4_096

/** What hooks see of a long result, with a line that tells the model so: the rest was not searched. */
function whole(content: string): string {
  const { shown, left } = notShownToHooks(content)
  if (left === 0) return content
  const end = shown.slice(-LONGEST_TOKEN).search(/\S*$/)
  const kept = shown.slice(0, Math.max(0, shown.length - LONGEST_TOKEN) + end)
  return `${kept}\n[${left + shown.length - kept.length} more characters could not be searched for secrets and are left out: read a smaller part]`
}

function withOwn(text: string, { patterns }: Params, kinds: Map<string, number>): string | { readonly failed: string } {
  let left = text
  for (const { kind, pattern } of patterns) {
    try {
      const next = boundedReplace(left, new RegExp(pattern, 'g'), markOf(kind).replaceAll('$', '$$$$'))
      if (next !== left) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      left = next
    } catch (error) {
      if (error instanceof HookFailure) return { failed: error.message }
      throw error
    }
  }
  return left
}

function withheld(why: string): string {
  return `[the result is withheld: it could not be searched for secrets (${why}); read a smaller part]`
}
