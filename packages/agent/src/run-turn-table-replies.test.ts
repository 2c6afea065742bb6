/** What hooks may say from a failed model call to the answer, and what becomes of it: rows of `testing/turn-table`. */
import { describe, expect, test } from 'vitest'
import { ModelError } from './model'
import { replies } from './testing/model'
import { hook } from './testing/setup'
import { tellTurn } from './testing/story'
import { tool } from './testing/tools'
import {
  ANSWERS,
  AS_WITHOUT,
  AT_ONCE,
  BLOCK,
  CALLS,
  CONTEXT,
  DONE,
  FIRST,
  failed,
  fails,
  HALT,
  MORE,
  NOTE,
  never,
  REMINDER,
  type Row,
  RUNS,
  replayed,
  SECOND,
  say,
  shadow,
  table,
  unreadable,
  wentOn,
} from './testing/turn-table'

const NO_KEY = new ModelError('no key', { status: 401, retryAfterMs: null })
const GAVE_UP = 'ends failed, The model call failed: no key'
table('errors.on', 'at errors.on', { replies: [{ error: NO_KEY }, { text: 'done' }] }, [
  ['nothing', say(undefined), 'the built-in repair gives up', [FIRST, GAVE_UP]],
  ['a retry', say({ decision: 'retry', value: { seconds: 0 } }), 'makes the same call again', [FIRST, FIRST, DONE]],
  [
    'a switch',
    say({ decision: 'switch', value: { provider: 'test', model: 'm2' } }),
    'makes it with the other model',
    [FIRST, 'sends m2: do it', DONE],
  ],
  [
    'a switch to what there is not',
    say({ decision: 'switch', value: { provider: 'test', model: 'missing' } }),
    'leaves it to the built-in repair, and the person is told',
    [FIRST, 'tells: h: named the model test/missing, which is not there, so it decided nothing at errors.on', GAVE_UP],
  ],
  [
    'an escalation',
    say({ decision: 'escalate' }),
    'ends the turn without a repair',
    [FIRST, 'ends failed, h gave up on the model call: no key'],
  ],
  ['context', CONTEXT, 'waits for the next input, since no call follows', [FIRST, 'waits: [hook h] C', GAVE_UP]],
  ['a note', NOTE, 'is told to the person alone', [FIRST, 'tells: h: N', GAVE_UP]],
  ['a reminder', REMINDER, 'waits for the next input', [FIRST, 'waits: [reminder h] R', GAVE_UP]],
  ['a halt', say(HALT), 'ends the turn', [FIRST, 'ends halted, enough']],
  ['a failure with open', fails('open'), 'is a note', [FIRST, wentOn('errors.on'), GAVE_UP]],
  ['a failure with closed', fails('closed'), 'halts', [FIRST, `ends halted, ${failed('errors.on')}`]],
  [
    'a failure with replay that never answered',
    fails('replay'),
    'ends the turn and says so',
    [FIRST, never('errors.on')],
  ],
  [
    'a failure with replay and a stored retry',
    fails('replay', { decision: 'retry', value: { seconds: 0 } }),
    'tries again, out loud',
    [FIRST, replayed('errors.on'), FIRST, DONE],
  ],
  [
    'a text',
    say('again'),
    'is malformed there',
    [FIRST, unreadable('errors.on', 'text, which says nothing here'), GAVE_UP],
  ],
  ['a retry in shadow', shadow({ decision: 'retry', value: { seconds: 0 } }), 'changes nothing', [FIRST, GAVE_UP]],
])

const AGAIN = (text: string) => [FIRST, RUNS, `${SECOND} | ${text}`, DONE]
table('stop.done', 'at stop.done, on a reply with calls', { replies: CALLS }, [
  ['nothing', say(undefined), 'the calls run', AS_WITHOUT],
  ['null', say(null), 'the calls run, and another pass follows as it would anyway', AS_WITHOUT],
  ['a text', say('Enough.'), 'is the answer, and the calls do not run', [FIRST, 'ends completed with: Enough.']],
  [
    'done',
    say({ decision: 'done', reason: 'seen enough' }),
    'ends on what the model said, and the calls do not run',
    [FIRST, 'ends completed, seen enough with: working'],
  ],
  [
    'ask again',
    say({ decision: 'ask_again', value: 'And?' }),
    'lets them run; its text follows',
    AGAIN('[hook h] And?'),
  ],
  ['a block', say(BLOCK), 'lets them run; its reason follows', AGAIN('[hook h] no')],
  ['context', CONTEXT, 'lets them run, and follows the results', AGAIN('[hook h] C')],
  ['a note', NOTE, 'is told to the person alone', [FIRST, 'tells: h: N', RUNS, SECOND, DONE]],
  [
    'a reminder',
    REMINDER,
    'is read at the next step',
    [FIRST, 'waits: [reminder h] R', RUNS, `${SECOND} | [reminder h] R`, DONE],
  ],
  ['a halt', say(HALT), 'ends the turn, and the calls do not run', [FIRST, 'ends halted, enough']],
  ['a failure with open', fails('open'), 'is a note', [FIRST, wentOn('stop.done'), RUNS, SECOND, DONE]],
  ['a failure with closed', fails('closed'), 'blocks with the failure', AGAIN(`[hook h] ${failed('stop.done')}`)],
  ['a failure with replay that never answered', fails('replay'), 'ends the turn', [FIRST, never('stop.done')]],
  [
    'a failure with replay and a stored text',
    fails('replay', { decision: 'answer', value: 'yesterday' }),
    'is never that one again: it blocks',
    AGAIN(`[hook h] ${failed('stop.done')}`),
  ],
  ['a block in shadow', shadow(BLOCK), 'changes nothing', AS_WITHOUT],
  ['a text in shadow', shadow('Enough.'), 'changes nothing', AS_WITHOUT],
])

/** `stop.done`, and `agent.stop` in a child: the same things said, on a reply without calls. */
const stops = (point: 'stop.done' | 'agent.stop'): readonly Row[] => [
  ['nothing', say(undefined), 'the turn ends', AT_ONCE],
  ['null', say(null), 'another pass is taken', [FIRST, 'sends: do it | done | Go on.', MORE]],
  ['a text', say('The answer.'), 'is the answer', [FIRST, 'ends completed with: The answer.']],
  [
    'done',
    say({ decision: 'done', reason: 'fine' }),
    'ends on what the model said',
    [FIRST, 'ends completed, fine with: done'],
  ],
  [
    'ask again',
    say({ decision: 'ask_again', value: 'Sure?' }),
    'is input of another pass',
    [FIRST, 'sends: do it | done | [hook h] Sure?', MORE],
  ],
  ['a block', say(BLOCK), 'continues with its reason', [FIRST, 'sends: do it | done | [hook h] no', MORE]],
  ['context', CONTEXT, 'continues with it', [FIRST, 'sends: do it | done | [hook h] C', MORE]],
  ['a note', NOTE, 'continues nothing', [FIRST, 'tells: h: N', DONE]],
  ['a reminder', REMINDER, 'starts nothing and waits', [FIRST, 'waits: [reminder h] R', DONE]],
  ['a halt', say(HALT), 'ends it without an answer', [FIRST, 'ends halted, enough']],
  ['a failure with open', fails('open'), 'is a note and no block', [FIRST, wentOn(point), DONE]],
  [
    'a failure with closed',
    fails('closed'),
    'blocks with the failure',
    [FIRST, `sends: do it | done | [hook h] ${failed(point)}`, MORE],
  ],
  ['a failure with replay that never answered', fails('replay'), 'ends it and says so', [FIRST, never(point)]],
  [
    'a failure with replay and a stored ask again',
    fails('replay', { decision: 'ask_again', value: 'yesterday?' }),
    'never asks that again: it blocks',
    [FIRST, `sends: do it | done | [hook h] ${failed(point)}`, MORE],
  ],
  [
    'a failure with replay and a stored block',
    fails('replay', BLOCK),
    'blocks again, out loud',
    [FIRST, replayed(point), 'sends: do it | done | [hook h] no', MORE],
  ],
  ['a number', say(42), 'is malformed, and the turn ends', [FIRST, unreadable(point, 'a number'), DONE]],
  ['a block in shadow', shadow(BLOCK), 'changes nothing', AT_ONCE],
  ['context in shadow', shadow({ decision: 'pass', context: ['C'] }), 'changes nothing', AT_ONCE],
]
table('stop.done', 'at stop.done, on a reply without calls', { replies: ANSWERS }, stops('stop.done'))
table('agent.stop', 'at agent.stop', { replies: ANSWERS, setup: { spawned: true } }, stops('agent.stop'))

const REFUSED = (why: string) => [FIRST, `sends: do it | working | = ${why}`, DONE]
table('tools.before', 'at tools.before', { replies: CALLS }, [
  ['nothing', say(undefined), 'permissions decide', AS_WITHOUT],
  ['arguments', say({ args: { x: 2 } }), 'are those that run', [FIRST, 'runs t {"x":2}', SECOND, DONE]],
  [
    'another name',
    say({ name: 'gone' }),
    'must be a tool of the session',
    REFUSED('h rewrote this call to the tool gone, which is not there: not run'),
  ],
  ['a block', say(BLOCK), 'is what the model reads in place of a result', REFUSED('refused by h: no')],
  [
    'a question',
    say({ decision: 'ask', value: { question: 'Sure?' } }),
    'is put in every mode; once allowed, the call runs',
    [FIRST, 'asks: Sure? ({"x":1})', RUNS, SECOND, DONE],
  ],
  [
    'a question that is denied',
    say({ decision: 'ask', value: { question: 'Sure?' } }, { person: { say: 'deny', reason: 'not now' } }),
    'is what the model reads',
    [FIRST, 'asks: Sure? ({"x":1})', 'sends: do it | working | = denied by the person: not now', DONE],
  ],
  ['permission', say({ decision: 'allow' }), 'asks nobody', AS_WITHOUT],
  [
    'an answer',
    say({ decision: 'answer', value: 'kept' }),
    'is the result, and the tool does not run',
    REFUSED('kept'),
  ],
  ['context', CONTEXT, 'follows the result', AGAIN('[hook h] C')],
  ['a block with context', say({ ...BLOCK, context: ['C'] }), 'has both', REFUSED('refused by h: no | [hook h] C')],
  ['a note', NOTE, 'is told to the person alone', [FIRST, 'tells: h: N', RUNS, SECOND, DONE]],
  [
    'a reminder',
    REMINDER,
    'is read at the next step',
    [FIRST, 'waits: [reminder h] R', RUNS, `${SECOND} | [reminder h] R`, DONE],
  ],
  ['a halt', say(HALT), 'ends the turn, and the call does not run', [FIRST, 'ends halted, enough']],
  ['a failure with open', fails('open'), 'is a note', [FIRST, wentOn('tools.before'), RUNS, SECOND, DONE]],
  [
    'a failure with closed',
    fails('closed'),
    'refuses with the failure',
    REFUSED(`refused by h: ${failed('tools.before')}`),
  ],
  ['a failure with replay that never answered', fails('replay'), 'ends the turn', [FIRST, never('tools.before')]],
  ...(['rewrite', 'answer'] as const).map(
    (decision): Row => [
      `a failure with replay and a stored ${decision}`,
      fails('replay', { decision, value: { args: { x: 9 } } }),
      'is never that one again: it refuses',
      REFUSED(`refused by h: ${failed('tools.before')}`),
    ],
  ),
  [
    'a failure with replay and a stored block',
    fails('replay', BLOCK),
    'refuses again, out loud',
    [FIRST, replayed('tools.before'), 'sends: do it | working | = refused by h: no', DONE],
  ],
  [
    'a text',
    say('no'),
    'is malformed',
    [FIRST, unreadable('tools.before', 'text, which says nothing here'), RUNS, SECOND, DONE],
  ],
  ['a block in shadow', shadow(BLOCK), 'changes nothing', AS_WITHOUT],
  ['a question in shadow', shadow({ decision: 'ask', value: { question: 'Sure?' } }), 'is put to nobody', AS_WITHOUT],
  ['arguments in shadow', shadow({ args: { x: 2 } }), 'change nothing', AS_WITHOUT],
  ['an answer in shadow', shadow({ decision: 'answer', value: 'kept' }), 'changes nothing', AS_WITHOUT],
])

table('tools.after', 'at tools.after', { replies: CALLS }, [
  ['nothing', say(undefined), 'the model reads the result as it is', AS_WITHOUT],
  ['a text', say('shorter'), 'is what the model reads', [FIRST, RUNS, 'sends: do it | working | = shorter', DONE]],
  ['a block', say(BLOCK), 'is context, since the call ran', AGAIN('[hook h] no')],
  ['context', CONTEXT, 'follows the result', AGAIN('[hook h] C')],
  ['a note', NOTE, 'is told to the person alone', [FIRST, RUNS, 'tells: h: N', SECOND, DONE]],
  [
    'a reminder',
    REMINDER,
    'is read at the next step',
    [FIRST, RUNS, 'waits: [reminder h] R', `${SECOND} | [reminder h] R`, DONE],
  ],
  ['a halt', say(HALT), 'ends the turn once the result is kept', [FIRST, RUNS, 'ends halted, enough']],
  ['a failure with open', fails('open'), 'is a note', [FIRST, RUNS, wentOn('tools.after'), SECOND, DONE]],
  ['a failure with closed', fails('closed'), 'is context', AGAIN(`[hook h] ${failed('tools.after')}`)],
  ['a failure with replay that never answered', fails('replay'), 'ends the turn', [FIRST, RUNS, never('tools.after')]],
  [
    'a failure with replay and a stored text',
    fails('replay', { decision: 'rewrite', value: 'yesterday' }),
    'is never that one again: the failure is context',
    AGAIN(`[hook h] ${failed('tools.after')}`),
  ],
  [
    'an object',
    say({ content: 'shorter' }),
    'is no text and leaves the result alone',
    [FIRST, RUNS, unreadable('tools.after', 'a bare object where text is expected'), SECOND, DONE],
  ],
  ['a text in shadow', shadow('shorter'), 'changes nothing', AS_WITHOUT],
  ['a block in shadow', shadow(BLOCK), 'reaches nobody', AS_WITHOUT],
])

table('guard.onOutput', 'at guard.onOutput', { replies: ANSWERS }, [
  ['nothing', say(undefined), 'the answer is as it is', AT_ONCE],
  ['a text', say('hidden'), 'is the answer that is kept and returned', [FIRST, 'ends completed with: hidden']],
  ['a block', say(BLOCK), 'rejects the answer', [FIRST, 'ends blocked, h: no']],
  ['context', CONTEXT, 'waits for the next input', [FIRST, 'waits: [hook h] C', DONE]],
  ['a note', NOTE, 'is told to the person alone', [FIRST, 'tells: h: N', DONE]],
  ['a reminder', REMINDER, 'waits for the next input', [FIRST, 'waits: [reminder h] R', DONE]],
  ['a halt', say(HALT), 'ends the turn', [FIRST, 'ends halted, enough']],
  ['a failure with open', fails('open'), 'is a note', [FIRST, wentOn('guard.onOutput'), DONE]],
  ['a failure with closed', fails('closed'), 'rejects', [FIRST, `ends blocked, h: ${failed('guard.onOutput')}`]],
  ['a failure with replay that never answered', fails('replay'), 'ends the turn', [FIRST, never('guard.onOutput')]],
  [
    'a failure with replay and a stored text',
    fails('replay', { decision: 'rewrite', value: 'yesterday' }),
    'is never that one again: it rejects',
    [FIRST, `ends blocked, h: ${failed('guard.onOutput')}`],
  ],
  [
    'an empty text',
    say(''),
    'is malformed, and the answer is as it is',
    [FIRST, 'tells: h: gave an empty rewrite, so it decided nothing at guard.onOutput', DONE],
  ],
  ['a block in shadow', shadow(BLOCK), 'changes nothing', AT_ONCE],
  ['a text in shadow', shadow('hidden'), 'changes nothing', AT_ONCE],
])

describe('a halt', () => {
  const needs = { access: 'ask', kind: 'k', outside: false, question: 'May it?' } as const
  const tools = [tool('r', { readOnly: true }), tool('x', { readOnly: true, need: needs })]
  const calls = ['r', 'x', 'r'].map((name) => ({ name, args: {} }))

  test('at tools.after of the call ahead of a question: nobody is asked, and every later call says why it did not run', async () => {
    const halts = hook('h', 'tools.after', () => HALT)
    const heard: string[] = []
    const hears = hook(
      'l',
      'tools.after',
      ({ event }) => void heard.push('result' in event ? event.result.content : ''),
    )
    const told = {
      hooks: [halts, hears],
      model: replies({ calls }),
      setup: { permission: 'ask' },
      options: { tools },
    } as const
    expect(await tellTurn(told)).toEqual([FIRST, 'runs r', 'ends halted, enough'])
    expect(heard).toEqual(['r is done', 'turn halted by h: enough', 'turn halted by h: enough'])
  })
})
