import type { TemplateParts } from './template'

const DEFER = 'return t.useDefault'

export const AROUND_THE_MODEL: readonly TemplateParts[] = [
  {
    point: 'memory.keep',
    title: 'What is kept of the conversation',
    handed: '(t)',
    answers: [
      't.handled() once the history is as it should be (also nothing at all),',
      'or t.useDefault: the built-in cuts run.',
    ],
    body: [
      'if (t.promptTokens === null || t.promptTokens < 100_000) return t.useDefault',
      'const tags = await t.history.tags',
      'const [first] = tags',
      'const last = tags[tags.length - 20]',
      'if (first === undefined || last === undefined) return t.useDefault',
      "const { text } = await t.llm('Sum up what was decided so far, in ten lines.')",
      'await t.history.collapse(first, last, text)',
      'return t.handled()',
    ],
  },
  {
    point: 'memory.summarize',
    title: 'The prompt of a summary',
    handed: '(t, prompt)',
    answers: ['the prompt that the summarizer runs on, t.block(reason), or nothing: the prompt as it is.'],
    body: ["return prompt + '\\n\\nKeep every file name and every decision with its reason.'"],
  },
  {
    point: 'context.build',
    title: 'What the model is given',
    handed: '(t)',
    answers: [
      'a patch such as { system, generation, toolChoice }: each key replaces that key;',
      'with messages in it, it is the whole request; or nothing: the request as it is.',
    ],
    body: [
      "const rules = 'Answer in one paragraph unless asked for more.'",
      "return { system: [t.system, '## House rules', rules].join('\\n\\n') }",
    ],
  },
  {
    point: 'model.choose',
    title: 'Which model takes this step',
    handed: '(t)',
    answers: ['a name, { model, provider }, or nothing: the session’s model.'],
    body: [
      '// The beginning of a conversation is where a wrong plan costs the most.',
      'if (t.turn <= 3) return t.useDefault',
      '// return { provider: t.provider, model: "a-cheaper-one" }',
      DEFER,
    ],
  },
  {
    point: 'errors.on',
    title: 'When a model call failed',
    handed: '(t, err)',
    answers: [
      't.retry(seconds), t.switch(provider, model) for the rest of the turn, t.escalate(),',
      'or nothing: the built-in repair.',
    ],
    body: ['if (/rate.?limit|429|overloaded/i.test(err)) return t.retry(5)', DEFER],
  },
  {
    point: 'stop.done',
    title: 'Whether the turn is over',
    handed: '(t, reply, { held })',
    answers: [
      'a text that is the answer, null for another pass, t.done(reason), t.askAgain(text), t.block(reason),',
      'or nothing: the turn ends when the model asks for no tool.',
    ],
    body: [
      'if (reply.calls.length > 0 || held > 0) return t.useDefault',
      "if (/\\bTODO\\b/.test(reply.text)) return t.askAgain('Something is still to do: finish it, or say why not.')",
      DEFER,
    ],
  },
]
