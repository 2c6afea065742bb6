import { DECISIONS, POINTS, type PointId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { POINT_RULES } from './points-table'
import { readAnswer } from './read-answer'
import { makeSnapshot } from './snapshot'
import { FACTS } from './testing/asking'

const t = makeSnapshot(FACTS, {})
/** A value that fits each decision. */
const carried = {
  pass: null,
  rewrite: null,
  block: null,
  ask: { question: 'sure?' },
  allow: null,
  answer: 'here',
  continue: null,
  done: null,
  ask_again: 'and?',
  retry: { seconds: 1 },
  switch: { provider: 'p', model: 'm' },
  escalate: null,
  handled: null,
} as const
const rewrites = { text: 'new', call: { name: 'x' }, request: { system: 's' }, model: 'm' } as const

const rewriteAt = (point: PointId) => {
  const { subject } = POINT_RULES[point]
  return subject === null ? 'new' : rewrites[subject.kind]
}

describe('points × decisions: a decision belongs to its point', () => {
  /** `hooks.md` §3, the table. */
  const table: Readonly<Record<PointId, readonly string[]>> = {
    'session.start': [],
    'guard.onInput': ['rewrite', 'block'],
    'memory.keep': ['handled'],
    'memory.summarize': ['rewrite', 'block'],
    'context.build': ['rewrite'],
    'model.choose': ['rewrite'],
    'errors.on': ['retry', 'switch', 'escalate'],
    'stop.done': ['block', 'answer', 'continue', 'done', 'ask_again'],
    'tools.before': ['rewrite', 'block', 'ask', 'allow', 'answer'],
    'tools.after': ['rewrite', 'block'],
    'guard.onOutput': ['rewrite', 'block'],
    'agent.start': [],
    'agent.stop': ['block', 'answer', 'continue', 'done', 'ask_again'],
    'session.end': [],
  }
  for (const point of POINTS) {
    for (const decision of DECISIONS) {
      const taken = table[point].includes(decision)
      const status = decision === 'pass' ? 'use_default' : taken ? 'answered' : 'malformed'
      it(`${decision} at ${point} is ${status}`, () => {
        const value = decision === 'rewrite' ? rewriteAt(point) : carried[decision]
        const answer = readAnswer(point, { decision, value, reason: 'why' })
        expect(answer).toMatchObject(taken ? { status, decision, value, reason: 'why' } : { status })
      })
    }
  }

  it('says what the point takes', () => {
    expect(readAnswer('tools.before', t.retry(1))).toEqual({
      status: 'malformed',
      message: 'answered with retry at tools.before, which takes rewrite, block, ask, allow, answer',
    })
    expect(readAnswer('session.end', t.deny('no'))).toMatchObject({
      message: 'answered with block at session.end, which decides nothing',
    })
  })
})

describe('points × plain values', () => {
  const malformed = { status: 'malformed' }
  const rewrite = (value: unknown) => ({ status: 'answered', decision: 'rewrite', value })
  const says = (decision: string, value: unknown = null) => ({ status: 'answered', decision, value })
  const texts = ['guard.onInput', 'memory.summarize', 'tools.after', 'guard.onOutput'] as const
  const stops = ['stop.done', 'agent.stop'] as const
  const silent = ['session.start', 'errors.on', 'agent.start', 'session.end'] as const

  it.each(POINTS.filter((point) => point !== 'memory.keep'))('nothing is a deferral at %s', (point) => {
    expect(readAnswer(point, undefined)).toEqual({ status: 'use_default' })
    expect(readAnswer(point, t.useDefault)).toEqual({ status: 'use_default' })
  })

  it('anything but a deferral is handled at memory.keep', () => {
    for (const value of [undefined, null, 0, 'text', { any: 'thing' }, []]) {
      expect(readAnswer('memory.keep', value)).toMatchObject(says('handled'))
    }
    expect(readAnswer('memory.keep', t.useDefault)).toEqual({ status: 'use_default' })
    expect(readAnswer('memory.keep', t.handled())).toMatchObject(says('handled'))
  })

  it.each(texts)('at %s text is a rewrite, and nothing else can be read', (point) => {
    expect(readAnswer(point, 'new')).toMatchObject(rewrite('new'))
    for (const value of ['', '  \n', null, 7, true, {}, { text: 'new' }, ['new']]) {
      expect(readAnswer(point, value)).toMatchObject(malformed)
    }
  })

  it.each(stops)('at %s text is the answer and null is not done', (point) => {
    expect(readAnswer(point, 'the end')).toMatchObject(says('answer', 'the end'))
    expect(readAnswer(point, null)).toMatchObject(says('continue'))
    for (const value of ['', {}, 1, ['x'], t.answer(''), t.answer({}), t.askAgain('')]) {
      expect(readAnswer(point, value)).toMatchObject(malformed)
    }
  })

  it.each(silent)('at %s plain values say nothing', (point) => {
    for (const value of ['text', null, {}, 3]) expect(readAnswer(point, value)).toMatchObject(malformed)
  })

  it.each([
    ['a new name', { name: 'files.read' }, { name: 'files.read' }],
    ['new arguments', { args: { command: 'ls' } }, { args: { command: 'ls' } }],
    ['a whole call', { id: 'other', name: 'x', args: {}, within: 'c0' }, { name: 'x', args: {} }],
    ['arguments with a key left open', { args: { a: 1, b: undefined } }, { args: { a: 1 } }],
  ])('at tools.before %s is a rewrite of what it names', (_name, value, read) => {
    expect(readAnswer('tools.before', value)).toEqual({ ...rewrite(read), ...beside })
  })
  const beside = { reason: null, context: [], notes: [], reminders: [], halt: null }

  it.each([
    ['text', 'ls'],
    ['null', null],
    ['an empty object', {}],
    ['a list', []],
    ['only the id', { id: 'c1' }],
    ['arguments on their own', { command: 'ls' }],
    ['a misspelt key', { name: 'run', arg: {} }],
    ['an empty name', { name: '' }],
    ['arguments that are a list', { args: [] }],
    ['arguments that are text', { args: '{}' }],
    ['a date', { args: { at: new Date(0) } }],
    ['a function', { args: { run: () => 1 } }],
    ['a big number', { args: { n: 10n } }],
    ['not a number', { args: { n: Number.NaN } }],
    ['a map', { args: { m: new Map() } }],
  ])('at tools.before %s is malformed', (_name, value) => {
    expect(readAnswer('tools.before', value)).toMatchObject(malformed)
  })

  it('a value that ends in itself is malformed, and so is one that throws when it is read', () => {
    const loop: Record<string, unknown> = { args: {} }
    loop.args = { loop }
    expect(readAnswer('tools.before', loop)).toMatchObject(malformed)
    const trap = {
      get args() {
        throw new Error('trap')
      },
    }
    expect(readAnswer('tools.before', trap)).toMatchObject(malformed)
  })

  it.each([
    ['one key', { system: 'Be brief.' }, true],
    [
      'a whole request',
      { model: 'm', messages: [], tools: [], toolChoice: 'auto', responseMode: null, generation: {} },
      true,
    ],
    ['an empty patch', {}, false],
    ['an empty system prompt', { system: '' }, false],
    ['a blank system prompt', { system: ' \n' }, false],
    ['a key of another dialect', { tool_choice: 'none' }, false],
    ['messages that are text', { messages: 'hello' }, false],
    ['an unknown tool choice', { toolChoice: 'maybe' }, false],
    ['text', 'Be brief.', false],
  ])('at context.build %s', (_name, value, reads) => {
    expect(readAnswer('context.build', value)).toMatchObject(reads ? rewrite(value) : malformed)
  })

  const user = { role: 'user', text: 'hi' } as const
  it.each<[string, object, string | null]>([
    ['a message of a person', { messages: [user] }, null],
    [
      'a reply with a call, and its result',
      {
        messages: [
          user,
          { role: 'assistant', calls: [{ id: 'c1', name: 'run', args: {} }] },
          { role: 'result', call: 'c1', name: 'run', content: '' },
        ],
      },
      null,
    ],
    ['a tool', { tools: [{ name: 'x', schema: {} }] }, null],
    [
      'content where text is expected',
      { messages: [{ role: 'user', content: 'x' }] },
      'patched messages[0] with {"role":"user","content":"x"}: expected { role: \'user\', text } with a text that is not empty',
    ],
    ['things that are no messages', { messages: [user, 1, null] }, 'patched messages[1] with 1: expected { role: '],
    ['a null among messages', { messages: [user, null] }, 'patched messages[1] with null: expected { role: '],
    [
      'a role that there is not',
      { messages: [{ role: 'system', text: 'x' }] },
      "or { role: 'result', call, name, content }",
    ],
    [
      'a reply that says nothing',
      { messages: [{ role: 'assistant' }] },
      "expected { role: 'assistant', text, calls } with",
    ],
    [
      'a call without an id',
      { messages: [{ role: 'assistant', calls: [{ name: 'x' }] }] },
      'calls as { id, name, args }',
    ],
    ['a result of no call', { messages: [{ role: 'result', content: 'x' }] }, "expected { role: 'result', call"],
    ['tools that are none', { tools: [1] }, 'patched tools[0] with 1: expected { name, description, schema }'],
    ['tools that are no list', { tools: {} }, 'patched tools with {}: expected a list'],
    ['a system prompt that is a number', { system: 3 }, 'patched system with 3: expected text'],
    ['an empty one', { system: '' }, 'patched the request with an empty system prompt'],
    ['a model that is a number', { model: 3 }, 'patched model with 3: expected the name of a model'],
    [
      'a choice that there is not',
      { toolChoice: 'maybe' },
      'patched toolChoice with "maybe": expected auto, none or required',
    ],
    ['generation that is a list', { generation: [] }, 'patched generation with []: expected an object'],
  ])('at context.build %s', (_name, value, message) => {
    const read = readAnswer('context.build', value)
    if (message === null) expect(read).toMatchObject(rewrite(value))
    else expect(read).toMatchObject({ ...malformed, message: expect.stringContaining(message) })
  })

  it.each([
    ['a name', 'big', true],
    ['both halves', { model: 'big', provider: 'p' }, true],
    ['one half', { model: 'big' }, false],
    ['an empty name', '', false],
    ['a list', ['big'], false],
  ])('at model.choose %s', (_name, value, reads) => {
    expect(readAnswer('model.choose', value)).toMatchObject(reads ? rewrite(value) : malformed)
  })

  it.each([
    ['no wait', t.retry(), says('retry', { seconds: 0 })],
    ['3 seconds', t.retry(3), says('retry', { seconds: 3 })],
    ['an hour, which is capped', t.retry(3_600), says('retry', { seconds: 30 })],
    ['less than nothing', t.retry(-1), malformed],
    ['no number', t.retry(Number.NaN), malformed],
    ['half a switch', t.switch('p', ''), malformed],
    ['a switch', t.switch('p', 'm'), says('switch', { provider: 'p', model: 'm' })],
  ])('at errors.on %s', (_name, value, read) => {
    expect(readAnswer('errors.on', value)).toMatchObject(read)
  })
})

describe('what comes beside a decision', () => {
  it('an answer that only carries something has decided nothing, and has answered', () => {
    for (const value of [t.context('c'), t.note('n'), t.remind('r'), t.halt('h')]) {
      expect(readAnswer('tools.before', value)).toMatchObject({ status: 'answered', decision: 'pass', value: null })
    }
  })

  it('everything can stand beside a decision, and each word adds to it', () => {
    const value = t.deny('no').withContext('a', 'b').withContext('c').withNote('n').withReminder('r').withHalt('h')
    expect(readAnswer('tools.before', value)).toEqual({
      status: 'answered',
      decision: 'block',
      value: null,
      reason: 'no',
      context: ['a', 'b', 'c'],
      notes: ['n'],
      reminders: ['r'],
      halt: 'h',
    })
  })

  it('a constructed verdict is its own wire form: a copy without methods reads the same', () => {
    const value = t.ask('sure?').withNote('n')
    const wire: unknown = JSON.parse(JSON.stringify(value))
    expect(wire).toEqual({
      decision: 'ask',
      value: { question: 'sure?' },
      reason: null,
      context: [],
      notes: ['n'],
      reminders: [],
      halt: null,
    })
    expect(readAnswer('tools.before', wire)).toEqual(readAnswer('tools.before', value))
  })

  it('the words make something new each time', () => {
    t.useDefault.withContext('once')
    expect(t.useDefault.context).toEqual([])
    expect(t.default.before('any', 'thing')).toBe(t.useDefault)
  })

  it.each([
    ['context that is a number', { decision: 'pass', context: 3 }],
    ['notes with a hole', { decision: 'pass', notes: ['a', null] }],
    ['a reason that is an object', { decision: 'block', reason: {} }],
    ['a halt that is true', { decision: 'pass', halt: true }],
    ['a decision that there is not', { decision: 'deny' }],
    ['a decision that is no text', { decision: 3 }],
    ['a question without text', { decision: 'ask', value: {} }],
    ['an answer without content', { decision: 'answer' }],
    ['a rewrite of nothing', { decision: 'rewrite' }],
  ])('%s is malformed', (_name, value) => {
    expect(readAnswer('tools.before', value)).toMatchObject({ status: 'malformed' })
  })

  it('blank texts say nothing', () => {
    expect(readAnswer('tools.before', t.context('', ' '))).toEqual({ status: 'use_default' })
  })
})
