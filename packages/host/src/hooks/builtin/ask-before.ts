import { defineHook } from '@belay/hooks'
import { z } from 'zod'
import { describeCall, isUnreadable, matchesSubject } from './call-subject'
import { matchesTool, toolMatcherText } from './tool-matcher'

const params = z.strictObject({
  tools: toolMatcherText
    .default('files.write|files.edit')
    .describe('Tools to ask about: names split at `|`, or a regular expression; `*` is every tool.'),
  patterns: z
    .array(z.string().trim().min(1, 'a pattern must not be empty'))
    .default([])
    .describe(
      'Ask only where the call is about one of these: a command such as `git push`, or a file such as `*.env`. None: ask about every call of these tools.',
    ),
  because: z.string().default('').describe('A sentence for the person who is asked, after what will be done.'),
})

export const askBefore = defineHook({
  name: 'ask-before',
  description: 'Puts a question to the person before a call runs; also in sessions that permit everything.',
  points: ['tools.before'],
  params,
  recheck: true,
  run(t, { call }) {
    const { tools, patterns, because } = t.params
    if (!matchesTool(tools, call.name)) return t.useDefault
    const isAbout = patterns.length === 0 || patterns.some((pattern) => matchesSubject(pattern, call))
    if (!isAbout && !isUnreadable(call)) return t.useDefault
    return t.ask(`${describeCall(call)}? ${because}`.trim())
  },
})
