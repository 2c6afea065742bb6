/** Real turns under the real loop and store, and what is read off their record afterwards. */
import type { CallWhy, ChainLink } from '@belay/replay'
import { callId, type PointId, type SessionId, type SpanId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { HookSpec, NewSession, Operations } from '../operations'
import type { TestStep } from '../testing/make-world'
import { openSpeaking, speaks } from '../testing/speaking-library'
import { asked, ended, until } from '../testing/until'
import { freshFolder, testTool } from '../testing/world'

const run = testTool('run', async () => ({ content: 'it ran', isError: false, facts: {} }))
const careful = testTool('careful', async () => ({ content: 'it ran', isError: false, facts: {} }), true)
const call = (command: string, name = 'run') => ({ name, args: { command } })

interface Scene {
  readonly belay: Operations
  readonly id: SessionId
  /** The turn's tool calls, in order. */
  readonly calls: readonly { readonly call: string; readonly span: SpanId }[]
}

async function scene(
  attach: readonly HookSpec[],
  steps: readonly TestStep[] = [{ calls: [call('rm -rf /')] }, { text: 'Done.' }],
  more: Partial<NewSession> = {},
): Promise<Scene> {
  const belay = await openSpeaking({ steps, tools: [run, careful] })
  const { id } = await belay.createSession({ workspace: freshFolder('work'), attach, permission: 'auto', ...more })
  await belay.send(id, 'go')
  await until(belay, id, ended)
  return { belay, id, calls: await callsOf(belay, id) }
}

async function callsOf(belay: Operations, id: SessionId) {
  const events = await until(belay, id, ended)
  return events.flatMap((event) =>
    event.type === 'span.started' && event.span.kind === 'tool'
      ? [{ call: String(event.span.attributes['gen_ai.tool.call.id']), span: event.span.id }]
      : [],
  )
}

async function why(attach: readonly HookSpec[], more: Partial<NewSession> = {}): Promise<CallWhy> {
  const { belay, id, calls } = await scene(attach, undefined, more)
  return belay.whyCall(id, callId(calls[0]?.call ?? ''))
}

const linesAt = (said: CallWhy, point: PointId) =>
  said.points.filter((chain) => chain.point === point).flatMap(({ links }) => links.map(lineOf))
const lineOf = ({ hook, role, sentence }: ChainLink) => `${hook} [${role}] ${sentence}`

const rewrite = (command: string) => ({ decision: 'rewrite', value: { args: { command } } })
const block = (reason: string) => ({ decision: 'block', reason })

type Row = readonly [says: string, hooks: readonly HookSpec[], lines: readonly string[], more?: Partial<NewSession>]

const rows: readonly Row[] = [
  [
    'the first rewrite wins and the other is lost',
    [speaks('A', { answer: rewrite('ls') }), speaks('B', { answer: rewrite('pwd') })],
    ['A [won] rewrote the call', "B [lost] rewrote the call; not used: A's came first"],
  ],
  [
    'with chain each builds on what it saw, and the last one wins',
    [speaks('A', { answer: rewrite('ls') }), speaks('B', { answer: rewrite('pwd') })],
    ['A [part] rewrote the call', 'B [won] rewrote the call'],
    { rewrites: 'chain' },
  ],
  [
    'a block makes an earlier rewrite moot',
    [speaks('A', { answer: rewrite('ls') }), speaks('B', { answer: block('never') })],
    ['A [overruled] rewrote the call; moot, since B blocked', 'B [won] refused the call: never'],
  ],
  [
    'who asks is overruled by who blocks later',
    [speaks('A', { answer: { decision: 'ask', value: { question: 'Sure?' } } }), speaks('B', { answer: block('no') })],
    ['A [overruled] asked “Sure?”; overruled by B, whose block is stronger', 'B [won] refused the call: no'],
  ],
  [
    'of two blocks the first wins',
    [speaks('A', { answer: block('one') }), speaks('B', { answer: block('two') })],
    ['A [won] refused the call: one', 'B [overruled] refused the call: two; overruled by A, whose block came first'],
  ],
  [
    'of two halts the first wins',
    [
      speaks('A', { answer: { decision: 'pass', halt: 'stop here' } }),
      speaks('B', { answer: { decision: 'pass', halt: 'me too' } }),
    ],
    ['A [won] ended the turn: stop here', 'B [overruled] wanted to end the turn: me too (A had ended it)'],
  ],
  [
    'a hook that fails open is told of, and another decides',
    [speaks('A', { throws: 'broken pipe' }), speaks('B', { answer: rewrite('ls') })],
    ['A [failed] did not answer (broken pipe); its policy “open” let it go on', 'B [won] rewrote the call'],
  ],
  [
    'a hook that fails closed refuses',
    [speaks('A', { throws: 'broken pipe' }, { onFailure: 'closed' })],
    ['A [failed] did not answer (broken pipe); its policy “closed” refused the call'],
  ],
  [
    'with nothing to replay the turn ends',
    [speaks('A', { throws: 'broken pipe' }, { onFailure: 'replay' })],
    [
      'A [failed] did not answer (broken pipe); its policy “replay” had no earlier answer to fall back on, and ended the turn',
    ],
  ],
  [
    'an answer that cannot be read decides nothing',
    [speaks('A', { answer: { decision: 'retry' } })],
    [
      expect.stringMatching(
        /^A \[failed\] answered what cannot be read \(.+\), so it decided nothing at tools\.before$/,
      ),
    ],
  ],
  [
    'a shadow hook would have, and nothing came of it',
    [speaks('A', { answer: block('never') }, { mode: 'shadow' })],
    ['A [shadow] in shadow: it would have refused the call: never'],
  ],
  [
    'a guard is asked again about what a later hook made of the call',
    [speaks('A', { recheck: true }), speaks('B', { answer: rewrite('ls') })],
    [
      'A [silent] left it to the default',
      'B [won] rewrote the call',
      'A [silent] asked again, about the final value: left it to the default',
    ],
  ],
  [
    'whoever was not asked has a reason',
    [
      speaks('off', { answer: block('x') }, { mode: 'off' }),
      speaks('elsewhere', {}, { points: ['stop.done', 'context.build'] }),
      speaks('picky', { matches: 'git push' }),
      speaks('gone', { broken: 'hooks/gone.ts:3: unexpected token' }),
    ],
    [
      'off [not_asked] not asked: it was switched off',
      'elsewhere [not_asked] not asked: it stands at context.build, stop.done',
      'picky [not_asked] not asked: its matcher does not fit this call',
      'gone [not_asked] not asked: it could not be loaded: hooks/gone.ts:3: unexpected token',
    ],
  ],
  [
    'what does not load and fails closed refuses',
    [speaks('gone', { broken: 'unexpected token' }, { onFailure: 'closed' })],
    ['gone [failed] could not be loaded (unexpected token); its policy “closed” refused the call'],
  ],
  [
    'the session may stop at the first block',
    [speaks('A', { answer: block('no') }), speaks('B', { answer: rewrite('ls') })],
    [
      'A [won] refused the call: no',
      'B [not_asked] not asked: A had blocked, and the session stops at the first block',
    ],
    { stopAtFirstBlock: true },
  ],
  [
    'two hooks of one name are told apart',
    [speaks('speaks', { answer: block('one') }), speaks('speaks', { answer: block('two') })],
    [
      'speaks #1 [won] refused the call: one',
      'speaks #2 [overruled] refused the call: two; overruled by speaks #1, whose block came first',
    ],
  ],
  ['who only listens is heard', [speaks('A', { answer: block('no'), observe: true })], ['A [silent] passed']],
]

describe('why a call came out as it did', () => {
  for (const [says, hooks, lines, more = {}] of rows) {
    it(says, async () => {
      expect(linesAt(await why(hooks, more), 'tools.before')).toEqual(lines)
    })
  }
})

describe('a chain', () => {
  it('shows what each hook was handed and what it made of it, from the model to the tool', async () => {
    const said = await why([speaks('A', { answer: rewrite('ls') }), speaks('B', { answer: rewrite('pwd') })])
    const [before] = said.points
    expect(before?.original).toEqual({ name: 'run', args: { command: 'rm -rf /' } })
    expect(before?.links.map(({ before, after, changed, proposed }) => ({ before, after, changed, proposed }))).toEqual(
      [
        {
          before: { name: 'run', args: { command: 'rm -rf /' } },
          after: { name: 'run', args: { command: 'ls' } },
          ...{ changed: true, proposed: null },
        },
        {
          before: { name: 'run', args: { command: 'ls' } },
          after: { name: 'run', args: { command: 'ls' } },
          ...{ changed: false, proposed: { name: 'run', args: { command: 'pwd' } } },
        },
      ],
    )
    expect(said).toMatchObject({
      asked: { name: 'run', args: { command: 'rm -rf /' } },
      ran: { name: 'run', args: { command: 'ls' } },
      told: 'it ran',
      permission: { say: 'allowed' },
      sentence: 'A rewrote the call; it ran.',
      status: 'ok',
      turnNumber: 1,
    })
  })

  it('says what the model was told, and whose context it was given', async () => {
    const said = await why([
      speaks('A', { answer: { decision: 'block', reason: 'never', context: ['Mind the gap.'] } }),
      speaks('late word', { answer: { decision: 'block', reason: 'read the docs' } }, { points: ['tools.after'] }),
    ])
    expect(said.told).toBe('refused by A: never')
    expect(said.context).toEqual([
      { hook: 'A', text: 'Mind the gap.' },
      { hook: 'late word', text: 'read the docs' },
    ])
    expect(said.sentence).toBe('A refused the call: never.')
    expect(said.permission).toEqual({ say: 'skipped', sentence: 'A refused the call before' })
    expect(said.ran).toBeNull()
    expect(linesAt(said, 'tools.after')).toEqual([
      'A [not_asked] not asked: it stands at tools.before',
      'late word [won] told the model: read the docs',
    ])
  })

  it('says what would be with the shadow hooks enforced', async () => {
    const said = await why([speaks('A', { answer: block('never') }, { mode: 'shadow' })])
    expect(said.points[0]).toMatchObject({
      sentence: 'nobody decided: permissions decide; with its shadow hooks enforced: block',
      otherwise: 'permissions decide',
      outcome: { decision: 'pass', wouldBe: 'block' },
    })
  })

  it('tells that no hook stands there, also in a session without any', async () => {
    const said = await why([])
    expect(said.points.map(({ point, sentence }) => `${point}: ${sentence}`)).toEqual([
      'tools.before: no hook stands here: permissions decide',
      'tools.after: no hook stands here: the result as it is',
    ])
    expect(said.sentence).toBe('It ran.')
  })

  it('holds the question and what was answered', async () => {
    const belay = await openSpeaking({
      steps: [{ calls: [call('x', 'careful')] }, { text: 'Done.' }],
      tools: [careful],
    })
    const { id } = await belay.createSession({ workspace: freshFolder('work'), permission: 'ask' })
    await belay.send(id, 'go')
    await until(belay, id, asked)
    const [question] = await belay.questions(id)
    if (question === undefined) throw new Error('no question')
    const open = await belay.whySpan(id, question.span)
    expect(open).toMatchObject({ status: 'waiting', question: { answer: null }, told: null, ran: null })
    expect(open.permission?.sentence).toBe('permission asked “May careful run?” and nobody has answered yet')
    await belay.answer(id, question.id, { say: 'allow', scope: 'once', args: { command: 'y' } })
    await until(belay, id, ended)
    const closed = await belay.whySpan(id, question.span)
    expect(closed.permission?.sentence).toMatch(/the person allowed it once, with other arguments$/)
    expect(closed.ran).toEqual({ name: 'careful', args: { command: 'y' } })
  })

  it('is of the hooks that ruled its turn, whatever rules the session now', async () => {
    const { belay, id, calls } = await scene([speaks('A', { answer: block('never') }, { onFailure: 'closed' })])
    const before = await belay.whyCall(id, callId(calls[0]?.call ?? ''))
    const [hook] = (await belay.composition(id)).hooks
    if (hook === undefined) throw new Error('no hook')
    await belay.detach(id, hook.id)
    await belay.attach(id, speaks('B', {}, { points: ['tools.before'] }))
    expect(await belay.whyCall(id, callId(calls[0]?.call ?? ''))).toEqual(before)
    expect(before.points[0]?.links[0]?.policy).toBe('closed')
  })

  it('of a step holds every point that was asked there; a hook is explained as what it was asked about', async () => {
    const { belay, id } = await scene([
      speaks('chooser', { answer: { decision: 'rewrite', value: 'one' } }, { points: ['model.choose'] }),
      speaks('stopper', { answer: { decision: 'done', reason: 'enough' } }, { points: ['stop.done'] }),
    ])
    const events = await until(belay, id, ended)
    const step = events.find((event) => event.type === 'span.started' && event.span.kind === 'step')
    const hook = events.find((event) => event.type === 'span.started' && event.span.kind === 'hook')
    if (step?.type !== 'span.started' || hook?.type !== 'span.started') throw new Error('no step')
    const said = await belay.whySpan(id, step.span.id)
    expect(said.points.map(({ point, sentence }) => `${point}: ${sentence}`)).toEqual([
      'model.choose: chooser chose the model one',
      'stop.done: stopper ended the turn: enough',
    ])
    expect(said.sentence).toBe('model.choose: chooser chose the model one; stop.done: stopper ended the turn: enough.')
    expect(await belay.whySpan(id, hook.span.id)).toEqual(said)
  })

  it('of an answer that was replayed says how old it is', async () => {
    const belay = await openSpeaking({
      steps: [{ calls: [call('x')] }, { text: 'One.' }, { calls: [call('x')] }, { text: 'Two.' }],
      tools: [run],
    })
    const { id } = await belay.createSession({
      workspace: freshFolder('work'),
      permission: 'auto',
      attach: [speaks('A', { answer: block('never') }, { onFailure: 'replay' })],
    })
    await belay.send(id, 'go')
    const first = await until(belay, id, ended)
    const [hook] = (await belay.composition(id)).hooks
    if (hook === undefined) throw new Error('no hook')
    await belay.changeAttachment(id, hook.id, { params: { throws: 'gone' } })
    await belay.send(id, 'again')
    await until(belay, id, ended, first.at(-1)?.seq)
    const [found] = await belay.findCalls(id, '1', 2)
    if (found === undefined) throw new Error('no call')
    expect(linesAt(await belay.whySpan(id, found.span), 'tools.before')).toEqual([
      expect.stringMatching(
        /^A \[won\] did not answer \(gone\); its last answer, \d+ (ms|s) old, stood in for it: refused the call: never$/,
      ),
    ])
  })
})

describe('finding a call', () => {
  it('takes an id, a span, a beginning, or a place in the turn', async () => {
    const { belay, id, calls } = await scene(
      [],
      [{ calls: [call('a'), call('b')] }, { calls: [call('c')] }, { text: 'Done.' }],
    )
    const found = async (text: string, turn: number | null = null) =>
      (await belay.findCalls(id, text, turn)).map(({ subject }) => subject)
    const second = calls[1]
    if (second === undefined) throw new Error('no second call')
    expect(await found(second.call)).toEqual(['{"command":"b"}'])
    expect(await found(second.span)).toEqual(['{"command":"b"}'])
    expect(await found('3')).toEqual(['{"command":"c"}'])
    expect(await found('1', 1)).toEqual(['{"command":"a"}'])
    expect(await found('9')).toEqual([])
    expect(new Set(await found('spn_'))).toHaveProperty('size', 3)
    await expect(found('1', 7)).rejects.toThrow(/has no turn 7/)
  })

  it('says what is not there', async () => {
    const { belay, id } = await scene([])
    await expect(belay.whyCall(id, callId('nope'))).rejects.toMatchObject({
      code: 'not_found',
      message: /no call nope/,
    })
  })
})

it('what it explains is masked as verdicts are: nothing of a secret is left, whoever said it', async () => {
  const key = ['ghp', '0123456789abcdefghijklmnopqrstuvwxyzAB'.slice(0, 36)].join('_')
  const steps = [{ calls: [call(`curl -H 'x: ${key}'`)] }, { text: 'Done.' }]
  const echo = testTool('run', async () => ({ content: `it said ${key}`, isError: false, facts: {} }))
  const belay = await openSpeaking({ steps, tools: [echo] })
  const attach = [
    speaks('A', { answer: { ...rewrite(`echo ${key}`), context: [`do not tell ${key}`] } }),
    speaks('S', { answer: rewrite(`shadow ${key}`) }),
  ]
  const { id } = await belay.createSession({ workspace: freshFolder('work'), attach, permission: 'auto' })
  await belay.send(id, 'go')
  await until(belay, id, ended)
  const [made] = await callsOf(belay, id)
  const said = await belay.whyCall(id, callId(made?.call ?? ''))
  expect(JSON.stringify(said)).toContain('[masked')
  expect(JSON.stringify(said)).not.toContain(key)
  expect(said.told).toMatch(/^it said \[masked/)
})
