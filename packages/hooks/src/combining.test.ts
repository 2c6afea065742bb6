import { describe, expect, it } from 'vitest'
import { ask, askNow, hook, Record, verdictBy } from './testing/asking'

const x = (value: number) => ({ args: { x: value } })
const block = (reason: string) => ({ decision: 'block', reason })
const halt = (reason: string) => ({ decision: 'pass', halt: reason })
const question = (text: string) => ({ decision: 'ask', value: { question: text } })
const crash = () => {
  throw new Error('boom')
}
const blockIfX1 = ({ event }: { event: { call: { args: { x: number } } } }) =>
  event.call.args.x === 1 ? block('x is 1') : undefined

/** The table at the end of `hooks.md` §4, row by row, under both rewriting rules. */
const rows = [
  {
    says: 'A rewrites x=1 and B rewrites x=2: the first wins, B is noted as lost; with chain the last wins',
    a: x(1),
    b: x(2),
    first: { decision: 'rewrite', value: { name: 'run', args: { x: 1 } }, by: 'A' },
    chain: { decision: 'rewrite', value: { name: 'run', args: { x: 2 } }, by: 'B' },
    notes: { first: ["B: its rewrite was not used: A's came first"], chain: [] },
  },
  {
    says: 'A rewrites x=1, B sees x=1 and blocks: a block with the reason of B',
    a: x(1),
    b: blockIfX1,
    first: { decision: 'block', reason: 'x is 1', by: 'B', value: null },
  },
  {
    says: 'A blocks and B rewrites: a block with the reason of A, and B was asked',
    a: block('no'),
    b: x(2),
    first: { decision: 'block', reason: 'no', by: 'A', value: null },
    notes: {
      first: ['B: its rewrite was not used: A had blocked'],
      chain: ['B: its rewrite was not used: A had blocked'],
    },
  },
  {
    says: 'A asks and B rewrites: the question shows the arguments of B',
    a: question('really?'),
    b: x(2),
    first: { decision: 'ask', carried: { question: 'really?' }, value: { name: 'run', args: { x: 2 } }, by: 'A' },
  },
  {
    says: 'A asks and B blocks: a block',
    a: question('really?'),
    b: block('no'),
    first: { decision: 'block', reason: 'no', by: 'B' },
  },
  {
    says: 'A crashes and B rewrites: the rewrite of B, and a note about A',
    a: crash,
    b: x(2),
    first: { decision: 'rewrite', value: { name: 'run', args: { x: 2 } }, by: 'B' },
    notes: {
      first: ['A: did not answer at tools.before (Error: boom); it went on without it'],
      chain: ['A: did not answer at tools.before (Error: boom); it went on without it'],
    },
  },
  {
    says: 'A halts and B halts: the reason of A',
    a: halt('enough'),
    b: halt('too much'),
    first: { decision: 'pass', halt: 'enough', haltBy: 'A' },
  },
] as const

describe('two hooks at tools.before', () => {
  for (const row of rows) {
    it(row.says, () => {
      for (const rewrites of ['first', 'chain'] as const) {
        const outcome = askNow({ point: 'tools.before', rewrites }, hook('A', row.a), hook('B', row.b))
        expect(outcome).toMatchObject(rewrites === 'chain' && 'chain' in row ? row.chain : row.first)
        expect(outcome.notes).toEqual('notes' in row ? row.notes[rewrites] : [])
        expect(outcome.verdicts.map(({ hook }) => hook)).toEqual(['A', 'B'])
      }
    })

    it(`${row.says} (each answering later)`, async () => {
      const later = (answer: unknown) => async (asking: never) => {
        await Promise.resolve()
        return typeof answer === 'function' ? answer(asking) : answer
      }
      for (const rewrites of ['first', 'chain'] as const) {
        const outcome = await ask({ point: 'tools.before', rewrites }, hook('A', later(row.a)), hook('B', later(row.b)))
        expect(outcome).toMatchObject(rewrites === 'chain' && 'chain' in row ? row.chain : row.first)
      }
    })
  }

  it('18-two-hooks-rewrite-race: a hook without a rewrite never erases an earlier one', () => {
    const outcome = askNow('tools.before', hook('A', x(1)), hook('B', { decision: 'allow' }))
    expect(outcome).toMatchObject({ decision: 'allow', by: 'B', value: { args: { x: 1 } } })
  })

  it('a rewrite that lost is on the record with its value', () => {
    const outcome = askNow('tools.before', hook('A', x(1)), hook('B', x(2)))
    expect(verdictBy(outcome, 'B')).toMatchObject({ decision: 'rewrite', lost: true, value: { args: { x: 2 } } })
  })

  it('a rewrite that changes nothing is a pass, and takes the place of nobody', () => {
    const same = ({ event }: { event: { call: object } }) => event.call
    const outcome = askNow('tools.before', hook('A', same), hook('B', x(2)))
    expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'answered', decision: 'pass', value: null })
    expect(outcome).toMatchObject({ decision: 'rewrite', by: 'B', notes: [] })
  })

  it('a chain that ends where it began has changed nothing', () => {
    const outcome = askNow({ point: 'tools.before', rewrites: 'chain' }, hook('A', x(1)), hook('B', x(0)))
    expect(outcome).toMatchObject({ decision: 'pass', value: null, by: null })
  })
})

describe('strength at tools.before', () => {
  const decisions = ['block', 'ask', 'answer', 'allow', 'pass'] as const
  const answers = {
    block: block('no'),
    ask: question('sure?'),
    answer: { decision: 'answer', value: 'here' },
    allow: { decision: 'allow' },
    pass: undefined,
  }
  for (const [i, stronger] of decisions.entries()) {
    for (const weaker of decisions.slice(i + 1)) {
      it(`${stronger} is stronger than ${weaker}, in either order`, () => {
        const a = askNow('tools.before', hook('S', answers[stronger]), hook('W', answers[weaker]))
        const b = askNow('tools.before', hook('W', answers[weaker]), hook('S', answers[stronger]))
        expect([a.decision, b.decision]).toEqual([stronger, stronger])
        expect([a.by, b.by]).toEqual(['S', 'S'])
      })
    }
  }

  for (const decision of ['ask', 'answer', 'allow'] as const) {
    it(`${decision} keeps the rewrite`, () => {
      const outcome = askNow('tools.before', hook('A', x(1)), hook('B', answers[decision]))
      expect(outcome).toMatchObject({ decision, value: { name: 'run', args: { x: 1 } } })
    })
  }

  it('the first block, the first answer and the first question win, and the others are noted', () => {
    const outcome = askNow(
      'tools.before',
      hook('A', question('one?')),
      hook('B', question('two?')),
      hook('C', block('three')),
      hook('D', block('four')),
    )
    expect(outcome).toMatchObject({ decision: 'block', reason: 'three', by: 'C' })
    expect(outcome.notes).toEqual([`B: its ask ("two?") came after A's`, `D: its block ("four") came after C's`])
    expect(verdictBy(outcome, 'D').lost).toBe(true)
  })

  it('context, notes and reminders of all come in order, also beside a block', () => {
    const outcome = askNow(
      'tools.before',
      hook('A', { ...block('no'), context: ['a'], notes: ['first'], reminders: ['later'] }),
      hook('B', { decision: 'pass', context: ['b1', 'b2'], notes: 'second', reminder: 'still later' }),
    )
    expect(outcome.context).toEqual(['a', 'b1', 'b2'])
    expect(outcome.notes).toEqual(['A: first', 'B: second'])
    expect(outcome.reminders).toEqual(['later', 'still later'])
  })
})

describe('stop.done has an order of its own', () => {
  const answers = {
    answer: 'All done.',
    done: { decision: 'done', reason: 'enough' },
    block: block('not yet'),
    ask_again: { decision: 'ask_again', value: 'And the tests?' },
    continue: null,
    pass: undefined,
  } as const
  const order = ['answer', 'done', 'block', 'ask_again', 'continue', 'pass'] as const
  for (const point of ['stop.done', 'agent.stop'] as const) {
    for (const [i, stronger] of order.entries()) {
      for (const weaker of order.slice(i + 1)) {
        it(`at ${point} ${stronger} wins over ${weaker}, in either order`, () => {
          const a = askNow(point, hook('S', answers[stronger]), hook('W', answers[weaker]))
          const b = askNow(point, hook('W', answers[weaker]), hook('S', answers[stronger]))
          expect([a.decision, b.decision]).toEqual([stronger, stronger])
        })
      }
    }
  }

  it.each([
    ['answer', 'All done.'],
    ['block', 'not yet'],
    ['ask_again', 'And the tests?'],
    ['done', null],
    ['continue', null],
  ] as const)('%s carries the text to go on with', (decision, text) => {
    const outcome = askNow('stop.done', hook('A', answers[decision]))
    expect(outcome).toMatchObject({ decision, carried: text, value: text })
  })
})

describe('the other points chain', () => {
  it('at guard.onInput the second builds on what the first made of the message', () => {
    const mark = (sign: string) => (asking: { event: { msg: string } }) => asking.event.msg + sign
    const outcome = askNow('guard.onInput', hook('A', mark('!')), hook('B', mark('?')))
    expect(outcome).toMatchObject({ decision: 'rewrite', value: 'hello!?', by: 'B', notes: [] })
  })

  it('at context.build patches merge key by key, and later hooks read the system prompt so far', () => {
    const add = (line: string) => (asking: { facts: { system: string } }) => ({
      system: `${asking.facts.system} ${line}`,
    })
    const outcome = askNow(
      'context.build',
      hook('A', add('Be brief.')),
      hook('B', { toolChoice: 'none' }),
      hook('C', add('Be calm.')),
    )
    expect(outcome.value).toEqual({ system: 'You are kind. Be brief. Be calm.', toolChoice: 'none' })
  })

  it('at context.build what holds messages is the whole request', () => {
    const whole = { model: 'm', messages: [], tools: [] }
    const outcome = askNow('context.build', hook('A', { system: 'gone' }), hook('B', whole), hook('C', { model: 'n' }))
    expect(outcome.value).toEqual({ model: 'n', messages: [], tools: [] })
  })

  it('at model.choose a bare name changes the model alone', () => {
    const outcome = askNow('model.choose', hook('A', { model: 'big', provider: 'p' }), hook('B', 'bigger'))
    expect(outcome.value).toEqual({ model: 'bigger', provider: 'p' })
  })

  it('at tools.after a block is context: a rewrite stands beside it', () => {
    const outcome = askNow('tools.after', hook('A', 'redacted'), hook('B', block('careful')))
    expect(outcome).toMatchObject({ decision: 'block', reason: 'careful', value: 'redacted' })
    const later = askNow('tools.after', hook('B', block('careful')), hook('A', 'redacted'))
    expect(later).toMatchObject({ decision: 'block', value: 'redacted', notes: [] })
  })

  it('at errors.on the first decision wins', () => {
    const retry = { decision: 'retry', value: { seconds: 3 } }
    const outcome = askNow('errors.on', hook('A', retry), hook('B', { decision: 'escalate' }))
    expect(outcome).toMatchObject({ decision: 'retry', value: { seconds: 3 }, carried: { seconds: 3 }, by: 'A' })
    expect(verdictBy(outcome, 'B').lost).toBe(true)
  })
})

describe('stopAtFirstBlock', () => {
  it('ends the asking there and says why the others were not asked', () => {
    const sink = new Record()
    const ear = hook('ear', undefined, { observe: true })
    const asked = { point: 'tools.before', stopAtFirstBlock: true, sink } as const
    const outcome = askNow(asked, hook('A', block('no')), hook('B', x(2)), ear)
    expect(verdictBy(outcome, 'B')).toMatchObject({
      status: 'not_asked',
      notAsked: 'stopped at first block',
      decision: 'pass',
    })
    expect(sink.begun).toEqual(['A', 'ear'])
  })
})
