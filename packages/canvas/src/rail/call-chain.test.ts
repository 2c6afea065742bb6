import { ATTR, callId, type SessionState, spanId, type TraceEventBody, type Verdict } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { attachment, outcomeEvent, runsTool, sessionWith, started, TURN, verdict, verdictEvent } from '../testing/spans'
import { callChain } from './call-chain'
import { chainScene } from './chain-scene'
import { railModel } from './model'
import { railScene } from './scene'

const names = ['fence', 'rewriter', 'asker', 'quiet']
const hooks = [
  ...names.map((name) => attachment({ name, points: ['tools.before'] })),
  attachment({ name: 'redact', points: ['tools.after'] }),
]

const call = (command: string) => ({ name: 'run', args: { command } })

const reply: TraceEventBody = {
  type: 'row.committed',
  row: {
    ...{ kind: 'reply', id: 1, turn: TURN, at: 0, replaces: null, text: '', reasoning: '', end: 'calls' },
    calls: [{ id: callId('cal'), name: 'run', args: { command: 'node release.mjs' }, raw: '', complete: true }],
    ...{ provider: 'scripted', model: 'tour', usage: { input: null, cached: null, output: null } },
  },
}
const begun = started({
  id: 'call',
  name: 'run',
  start: 1,
  end: null,
  attributes: { [ATTR.toolCallId]: 'cal', [ATTR.toolSubject]: 'node release.mjs' },
})

function asked(...said: readonly (Partial<Verdict> & { readonly hook: string })[]): readonly TraceEventBody[] {
  return said.flatMap((one) => [
    started({ id: `span-${one.hook}`, kind: 'hook', parent: 'call', start: 2, end: null }),
    verdictEvent(one.hook === 'redact' ? 'tools.after' : 'tools.before', verdict(one), 'call', `span-${one.hook}`),
  ])
}

const ALL: readonly TraceEventBody[] = [
  reply,
  begun,
  ...asked(
    { hook: 'fence' },
    { hook: 'quiet', status: 'not_asked', notAsked: 'matcher' },
    { hook: 'rewriter', decision: 'rewrite', value: call('node release.mjs --dry-run') },
    { hook: 'asker', decision: 'ask', mode: 'shadow' },
  ),
  verdictEvent('tools.before', verdict({ hook: 'fence', recheck: true }), 'call', 'span-fence'),
  outcomeEvent('tools.before', { decision: 'rewrite' }, 'call'),
  runsTool('call'),
  ...asked({ hook: 'redact', decision: 'rewrite', value: 'all but the key' }),
]

const chainOf = (state: SessionState) => callChain(state, spanId('call'))

describe('the way of a call through its hooks', () => {
  it('has each asking in order, with what it changed or said', () => {
    const chain = chainOf(sessionWith(hooks, ALL))
    expect(chain?.title).toBe('run · node release.mjs')
    expect(chain?.steps.map(({ key, words }) => [key, words])).toEqual([
      ['tools.before att_fence', 'passed'],
      ['tools.before att_rewriter', '+ --dry-run'],
      ['tools.before att_asker', 'would have: asked'],
      ['tools.before att_fence', 'passed'],
      ['tools.after att_redact', 'rewrote the result'],
    ])
    expect(chain?.stops).toEqual(['tools.before', 'tool', 'tools.after'])
    expect(chain?.stoppedAt).toBeNull()
  })

  it('is the same from one of its hooks', () => {
    const state = sessionWith(hooks, ALL)
    expect(callChain(state, spanId('span-asker'))).toEqual(chainOf(state))
  })

  it('goes no further than the record does, event by event', () => {
    const lengths = ALL.map((_, at) => chainOf(sessionWith(hooks, ALL.slice(0, at + 1)))?.steps.length ?? 0)
    expect(lengths).toEqual([0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 5])
  })

  it('ends where it was stopped, and is none where nobody was asked', () => {
    const blocked = [
      begun,
      ...asked({ hook: 'fence', decision: 'block' }),
      outcomeEvent('tools.before', { decision: 'block' }, 'call'),
    ]
    expect(chainOf(sessionWith(hooks, blocked))).toMatchObject({ stops: ['tools.before'], stoppedAt: 'tools.before' })
    expect(chainOf(sessionWith(hooks, [begun]))).toBeNull()
    expect(callChain(sessionWith(hooks, []), spanId('gone'))).toBeNull()
  })

  it('of a model call has the points of its step that lead to it', () => {
    const shaper = attachment({ name: 'shaper', points: ['context.build'] })
    const state = sessionWith(
      [shaper],
      [
        started({ id: 'step', kind: 'step', start: 1, end: null }),
        verdictEvent('context.build', verdict({ hook: 'shaper', decision: 'rewrite', value: { system: 'x' } }), 'step'),
        verdictEvent('stop.done', verdict({ hook: 'stopper' }), 'step'),
        started({ id: 'model', kind: 'model', parent: 'step', start: 2, end: null }),
      ],
    )
    const chain = callChain(state, spanId('model'))
    expect(chain?.steps.map(({ words }) => words)).toEqual(['shaped the request'])
    expect(chain?.stops).toEqual(['context.build', 'model'])
  })
})

describe('the way as it is drawn', () => {
  it.each([
    ['roomy', 1_400, 480],
    ['low', 700, 150],
  ])('numbers the cards that were asked and dims the others, %s', (_, width, height) => {
    const state = sessionWith(hooks, ALL)
    const scene = railScene(railModel(state, TURN), { width, height })
    const chain = chainOf(state)
    if (chain === null) throw new Error('no way')
    const drawn = chainScene(scene, chain)
    const texts = drawn.cards.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
    expect(texts.filter((text) => /^\d/.test(text))).toEqual(['1 4', '2', '3', '5'])
    expect(texts).toContain('+ --dry-run')
    expect(drawn.cards.filter((item) => item.kind === 'rect' && item.fill === 'ground')).toHaveLength(1)
    expect(drawn.line.length).toBeGreaterThan(0)
  })
})
