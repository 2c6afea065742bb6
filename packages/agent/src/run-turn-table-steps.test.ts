/** What hooks may say before a model call, and what becomes of it: rows of `testing/turn-table`. */
import type { PointId } from '@belay/trace'
import { expect } from 'vitest'
import {
  AS_WITHOUT,
  BLOCK,
  CALLS,
  CONTEXT,
  DONE,
  FIRST,
  failed,
  fails,
  HALT,
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

/** What begins a session is asked before the input is there, and decides nothing. */
const starts = (point: 'session.start' | 'agent.start'): readonly Row[] => [
  ['nothing', say(undefined), 'the turn is as without it', AS_WITHOUT],
  [
    'context',
    CONTEXT,
    'stands behind the input in every request',
    ['sends: do it | [hook h] C', RUNS, 'sends: do it | [hook h] C | working | = t is done', DONE],
  ],
  ['a note', NOTE, 'is told to the person alone', ['tells: h: N', ...AS_WITHOUT]],
  [
    'a reminder',
    REMINDER,
    'stands behind the message that was sent before it was given',
    [
      'waits: [reminder h] R',
      'sends: do it | [reminder h] R',
      RUNS,
      'sends: do it | [reminder h] R | working | = t is done',
      DONE,
    ],
  ],
  ['a halt', say(HALT), 'ends the turn before anything is sent', ['ends halted, enough']],
  ['a failure with open', fails('open'), 'is a note', [wentOn(point), ...AS_WITHOUT]],
  ['a failure with closed', fails('closed'), 'halts, since nothing can be blocked', [`ends halted, ${failed(point)}`]],
  ['a failure with replay that never answered', fails('replay'), 'ends the turn and says so', [never(point)]],
  [
    'a failure with replay and stored context',
    fails('replay', { context: ['C'] }),
    'gives it again, out loud',
    [replayed(point), 'sends: do it | [hook h] C', RUNS, 'sends: do it | [hook h] C | working | = t is done', DONE],
  ],
  [
    'a failure with replay and a stored deferral',
    fails('replay', { status: 'use_default' }),
    'defers, out loud',
    [replayed(point), ...AS_WITHOUT],
  ],
  [
    'a block',
    say(BLOCK),
    'is malformed there',
    [unreadable(point, `block at ${point}, which decides nothing`), ...AS_WITHOUT],
  ],
  [
    'a bare text',
    say('hello'),
    'is malformed there',
    [unreadable(point, 'text, which says nothing here'), ...AS_WITHOUT],
  ],
  ['a halt in shadow', shadow(HALT), 'changes nothing', AS_WITHOUT],
  ['context in shadow', shadow({ decision: 'pass', context: ['C'] }), 'reaches nobody', AS_WITHOUT],
]

table(
  'session.start',
  'at session.start',
  { replies: CALLS, setup: { sessionStart: 'startup' } },
  starts('session.start'),
)
table(
  'agent.start',
  'at agent.start',
  { replies: CALLS, setup: { spawned: true, agentStart: { agentType: 'scout', prompt: 'do it' } } },
  starts('agent.start'),
)

table('guard.onInput', 'at guard.onInput', { replies: CALLS }, [
  ['nothing', say(undefined), 'the message goes as it is', AS_WITHOUT],
  [
    'a text',
    say('do it well'),
    'is the message from then on',
    ['sends: do it well', RUNS, 'sends: do it well | working | = t is done', DONE],
  ],
  ['a block', say(BLOCK), 'rejects the message, and nothing is sent', ['ends blocked, h: no']],
  [
    'context',
    CONTEXT,
    'stands behind the message',
    ['sends: do it | [hook h] C', RUNS, 'sends: do it | [hook h] C | working | = t is done', DONE],
  ],
  ['a note', NOTE, 'is told to the person alone', ['tells: h: N', ...AS_WITHOUT]],
  [
    'a reminder',
    REMINDER,
    'is read at the step that follows',
    [
      'waits: [reminder h] R',
      'sends: do it | [reminder h] R',
      RUNS,
      'sends: do it | [reminder h] R | working | = t is done',
      DONE,
    ],
  ],
  ['a halt', say(HALT), 'ends the turn before anything is sent', ['ends halted, enough']],
  ['a failure with open', fails('open'), 'is a note', [wentOn('guard.onInput'), ...AS_WITHOUT]],
  ['a failure with closed', fails('closed'), 'rejects the message', [`ends blocked, h: ${failed('guard.onInput')}`]],
  ['a failure with replay that never answered', fails('replay'), 'ends the turn and says so', [never('guard.onInput')]],
  [
    'a failure with replay and a stored rewrite',
    fails('replay', { decision: 'rewrite', value: 'yesterday' }),
    'is never that one again: it rejects',
    [`ends blocked, h: ${failed('guard.onInput')}`],
  ],
  [
    'a failure with replay and a stored block',
    fails('replay', BLOCK),
    'blocks again, out loud',
    [replayed('guard.onInput'), 'ends blocked, h: no'],
  ],
  [
    'an empty text',
    say(' '),
    'is malformed, and the message goes as it is',
    ['tells: h: gave an empty rewrite, so it decided nothing at guard.onInput', ...AS_WITHOUT],
  ],
  [
    'null',
    say(null),
    'is malformed, and the message goes as it is',
    [unreadable('guard.onInput', 'null, which says nothing here'), ...AS_WITHOUT],
  ],
  ['a block in shadow', shadow(BLOCK), 'changes nothing', AS_WITHOUT],
  ['a text in shadow', shadow('do it well'), 'changes nothing', AS_WITHOUT],
])

/** Points of every step, before its request is made. */
const ofStep = (point: 'memory.keep' | 'context.build' | 'model.choose'): readonly Row[] => [
  [
    'context',
    CONTEXT,
    'is in the request that follows',
    ['sends: do it | [hook h] C', RUNS, 'sends: do it | [hook h] C | working | = t is done', DONE],
  ],
  ['a note', NOTE, 'is told to the person alone', ['tells: h: N', ...AS_WITHOUT]],
  [
    'a reminder',
    REMINDER,
    'is read at the next step',
    ['waits: [reminder h] R', FIRST, RUNS, `${SECOND} | [reminder h] R`, DONE],
  ],
  ['a halt', say(HALT), 'ends the turn before the model call', ['ends halted, enough']],
  ['a halt in shadow', shadow(HALT), 'changes nothing', AS_WITHOUT],
  [
    'a block',
    say(BLOCK),
    'is malformed there',
    [
      unreadable(point, `block at ${point}, which takes ${point === 'memory.keep' ? 'handled' : 'rewrite'}`),
      ...AS_WITHOUT,
    ],
  ],
]

table('memory.keep', 'at memory.keep', { replies: CALLS }, [
  ...ofStep('memory.keep'),
  ['nothing', say(undefined), 'the job is done, and the request is as it stands', AS_WITHOUT],
  ...(['open', 'closed', 'replay'] as const).map(
    (policy): Row => [
      `a failure with ${policy}`,
      fails(policy, { status: 'use_default' }),
      'ends the turn before the model call: there is no fallback',
      [`ends halted, ${failed('memory.keep')}`],
    ],
  ),
])

/** Without a decision, and with a failure, as at every point that can't block. */
const failing = (point: PointId): readonly Row[] => [
  ['nothing', say(undefined), 'the turn is as without it', AS_WITHOUT],
  ['a failure with open', fails('open'), 'is a note', [wentOn(point), ...AS_WITHOUT]],
  ['a failure with closed', fails('closed'), 'halts, since nothing can be blocked', [`ends halted, ${failed(point)}`]],
  ['a failure with replay that never answered', fails('replay'), 'ends the turn and says so', [never(point)]],
]

table('context.build', 'at context.build', { replies: CALLS }, [
  ...failing('context.build'),
  ...ofStep('context.build'),
  [
    'a system prompt',
    say({ system: 'Be brief.' }),
    'replaces that key and nothing else, for this step',
    ['sends under "Be brief.": do it', RUNS, SECOND, DONE],
  ],
  ['a model', say({ model: 'm2' }), 'is that of this step', ['sends m2: do it', RUNS, SECOND, DONE]],
  [
    'messages',
    say({ messages: [{ role: 'user', text: 'something else' }] }),
    'are the whole request of this step',
    ['sends: something else', RUNS, SECOND, DONE],
  ],
  [
    'an empty system prompt',
    say({ system: '' }),
    'is refused as malformed',
    [expect.stringMatching(/^tells: h: .*system.*, so it decided nothing at context\.build$/), ...AS_WITHOUT],
  ],
  [
    'a failure with replay and a stored patch',
    fails('replay', { decision: 'rewrite', value: { system: 'Be brief.' } }),
    'patches again, out loud',
    [replayed('context.build'), 'sends under "Be brief.": do it', RUNS, SECOND, DONE],
  ],
  ['a patch in shadow', shadow({ system: 'Be brief.' }), 'changes nothing', AS_WITHOUT],
])

table('model.choose', 'at model.choose', { replies: CALLS }, [
  ...failing('model.choose'),
  ...ofStep('model.choose'),
  ['a name', say('m2'), 'is the model of this step', ['sends m2: do it', RUNS, SECOND, DONE]],
  [
    'model and provider',
    say({ model: 'm2', provider: 'other' }),
    'are those of this step',
    ['sends m2: do it', RUNS, SECOND, DONE],
  ],
  [
    'a name that there is not',
    say('missing'),
    'changes nothing, and the person is told',
    [
      'tells: h: named the model test/missing, which is not there, so it decided nothing at model.choose',
      ...AS_WITHOUT,
    ],
  ],
  [
    'a failure with replay and a stored name',
    fails('replay', { decision: 'rewrite', value: 'm2' }),
    'names it again, out loud',
    [replayed('model.choose'), 'sends m2: do it', RUNS, SECOND, DONE],
  ],
  ['a name in shadow', shadow('m2'), 'changes nothing', AS_WITHOUT],
])
