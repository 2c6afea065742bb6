import type { TemplateParts } from './template'

const DEFER = 'return t.useDefault'

export const AROUND_CALLS: readonly TemplateParts[] = [
  {
    point: 'tools.before',
    title: 'Before a tool call',
    handed: '(t, call)',
    matcher: 'run',
    params: [
      "words: z.array(z.string()).default(['git push --force']).describe('Commands with one of these are refused.'),",
    ],
    answers: [
      't.deny(reason), t.ask(question), t.allow(), t.answer(content),',
      'a changed call such as { args: { …call.args, cwd: "src" } },',
      'or nothing: permissions decide.',
    ],
    body: [
      "const command = String(call.args.command ?? '')",
      'const word = t.params.words.find((one) => command.includes(one))',
      "if (word !== undefined) return t.deny('This session refuses ' + word + '. Do the narrower thing instead.')",
      DEFER,
    ],
  },
  {
    point: 'tools.after',
    title: 'After a tool call',
    handed: '(t, result, { call, startedMs, finishedMs })',
    answers: [
      'a text that the model reads in place of the result,',
      't.context(text) to tell it something beside, t.note(text) to tell you,',
      'or nothing: the result as it is.',
    ],
    body: [
      'const seconds = (finishedMs - startedMs) / 1_000',
      "if (seconds > 30) return t.note(call.name + ' took ' + seconds.toFixed(0) + ' s.')",
      "if (result.isError && result.content.includes('ENOSPC')) return t.halt('The disk is full.')",
      DEFER,
    ],
  },
]
