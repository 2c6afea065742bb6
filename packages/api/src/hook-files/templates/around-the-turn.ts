import type { TemplateParts } from './template'

const DEFER = 'return t.useDefault'

export const AROUND_THE_TURN: readonly TemplateParts[] = [
  {
    point: 'session.start',
    title: 'When a session begins',
    handed: '(t, source)',
    answers: ['t.context(text) for the model, t.note(text) for you, or nothing.'],
    body: [
      "if (source === 'resume') return t.context('You are going on with earlier work: look at git status first.')",
      DEFER,
    ],
  },
  {
    point: 'guard.onInput',
    title: 'A message on its way in',
    handed: '(t, msg, { origin })',
    answers: ['the message rewritten, t.reject(reason), or nothing: the message as it is.'],
    body: [
      "if (origin === 'person' && /password\\s*[:=]/i.test(msg)) return t.reject('Please send no passwords.')",
      DEFER,
    ],
  },
  {
    point: 'guard.onOutput',
    title: 'The answer on its way out',
    handed: '(t, ans)',
    answers: ['the answer rewritten, t.reject(reason), or nothing: the answer as it is.'],
    body: ["if (ans.length > 20_000) return ans.slice(0, 20_000) + '\\n\\n(cut)'", DEFER],
  },
  {
    point: 'agent.start',
    title: 'When an agent is started',
    handed: '(t, agentType, { prompt })',
    answers: ['t.context(text) for it, t.note(text) for you, or nothing.'],
    body: ["return t.context('You are ' + agentType + ': hand back what you were asked for, and nothing else.')"],
  },
  {
    point: 'agent.stop',
    title: 'When an agent is about to stop',
    handed: '(t, reply, { held })',
    answers: ['as stop.done: a text, null, t.done(reason), t.askAgain(text), t.block(reason), or nothing.'],
    body: [
      "if (held === 0 && reply.text.length < 40) return t.askAgain('Say what you found, with the files it is in.')",
      DEFER,
    ],
  },
  {
    point: 'session.end',
    title: 'When a session is closed',
    handed: '(t, reason)',
    answers: ['t.note(text), or nothing.'],
    observe: true,
    body: ["await t.store.set('ended ' + t.sessionId, reason)"],
  },
]
