import { defineHook, type HookCall } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { z } from 'zod'
import { boundedReplace, regexProblem } from '../bounded-regex'
import { matchesSubject } from './call-subject'
import { matchesTool, toolMatcherText } from './tool-matcher'

const rule = z
  .strictObject({
    tool: toolMatcherText.default('run').describe('Tools that the rule is for: names split at `|`, or an expression.'),
    argument: z.string().min(1).default('command').describe('The argument to change.'),
    when: z
      .string()
      .optional()
      .describe('Only where the call is about this: a command such as `npm run clean`, or a file such as `*.md`.'),
    find: z.string().min(1).optional().describe('Text to replace, every time it occurs.'),
    replace: z.string().optional().describe('What to put there; with `regex`, `$1` is its first group.'),
    regex: z.boolean().default(false).describe('Whether `find` is a JavaScript regular expression.'),
    set: z.json().optional().describe('A value that takes the place of the argument.'),
    append: z.string().min(1).optional().describe('Text to add at the end; to a command as words of its own, once.'),
  })
  .superRefine((rule, context) => {
    const ways = [rule.find, rule.set, rule.append].filter((way) => way !== undefined)
    if (ways.length !== 1) {
      context.addIssue({ code: 'custom', message: 'a rule has exactly one of find (with replace), set and append' })
    }
    if ((rule.find === undefined) !== (rule.replace === undefined)) {
      context.addIssue({ code: 'custom', message: 'find and replace belong together', path: ['replace'] })
    }
    const problem = rule.regex && rule.find !== undefined ? regexProblem(rule.find) : null
    if (problem !== null) context.addIssue({ code: 'custom', message: problem, path: ['find'] })
  })

type Rule = z.output<typeof rule>

const params = z.strictObject({
  rules: z.array(rule).default([]).describe('Applied in order, each on what the one before it made of the call.'),
})

export const rewriteArguments = defineHook({
  name: 'rewrite-arguments',
  description: 'Changes the arguments of a call before it runs: replaces text, sets a value, or adds to the end.',
  points: ['tools.before'],
  params,
  run(t, { call }) {
    const args = t.params.rules.reduce<JsonObject>((args, rule) => apply(rule, { ...call, args }), call.args)
    return args === call.args ? t.useDefault : { args }
  },
})

/** The arguments themselves where the rule says nothing about this call. */
function apply(rule: Rule, call: HookCall): JsonObject {
  const { args } = call
  if (!matchesTool(rule.tool, call.name)) return args
  if (rule.when !== undefined && !matchesSubject(rule.when, call)) return args
  const before = args[rule.argument]
  const after = changed(rule, before)
  return after === undefined || after === before ? args : { ...args, [rule.argument]: after }
}

function changed(rule: Rule, before: Json | undefined): Json | undefined {
  if (rule.set !== undefined) return rule.set
  if (typeof before !== 'string') return undefined
  if (rule.append !== undefined) return appended(rule, before, rule.append)
  const { find, replace } = rule
  if (find === undefined || replace === undefined) return undefined
  return rule.regex ? boundedReplace(before, new RegExp(find, 'g'), replace) : before.replaceAll(find, () => replace)
}

function appended({ argument }: Rule, before: string, text: string): string {
  if (argument !== 'command') return before + text
  const there = ` ${before.split(/\s+/).join(' ')} `.includes(` ${text.trim()} `)
  return there ? before : `${before.trimEnd()} ${text.trim()}`
}
