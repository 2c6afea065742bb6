import { type Attachment, attachmentId, type JsonObject } from '@belay/trace'
import { describe, expect, it, test } from 'vitest'
import { attachment, sessionWith, TURN, verdict, verdictEvent } from '../testing/spans'
import { railModel } from './model'
import { speakHook } from './say-hook'
import { railScene } from './scene'
import { tellingParam } from './telling'

const defaults = { tools: 'files.write', patterns: [], because: 'To be sure.' }

describe('what tells a hook from another of its kind', () => {
  test.each<[string, JsonObject, string | null]>([
    ['the first that is not as by default', { ...defaults, patterns: ['git push', '*.env'] }, 'patterns git push +1'],
    ['in the order of its form', { because: 'x', patterns: [], tools: 'run' }, 'tools run'],
    ['where all are as by default, the first that says anything', defaults, 'tools files.write'],
    ['nothing where none does', { patterns: [], because: '' }, null],
    ['nothing without parameters', {}, null],
  ])('is %s', (_, params, words) => {
    const told = tellingParam(params, { defaults, others: [] })
    expect(told === null ? null : `${told.name} ${told.value}`).toBe(words)
  })

  test.each<[string, JsonObject, string]>([
    ['in which another is otherwise', { ...defaults, tools: 'run', patterns: ['*.env'] }, 'patterns *.env'],
    [
      'that is not as by default, where no other is otherwise',
      { ...defaults, tools: 'run', patterns: ['git'] },
      'tools run',
    ],
  ])('is the first %s', (_, params, words) => {
    const told = tellingParam(params, { defaults, others: [{ ...defaults, tools: 'run', patterns: ['git'] }] })
    expect(told === null ? null : `${told.name} ${told.value}`).toBe(words)
  })

  const point = 'tools.before'
  const twins = ['git push', '*.env'].map((pattern, at) => ({
    ...attachment({ name: 'ask-before', points: [point] }),
    ...{ id: attachmentId(`att_twin${at}`), params: { ...defaults, tools: 'run', patterns: [pattern] } },
  }))
  const library = twins.map(({ hook }) => ({ slug: hook, defaults }))

  it.each([
    ['asked or not', [verdictEvent(point, verdict({ hook: 'ask-before', hookId: 'att_twin0' }))]],
    ['in a turn that asked nobody', []],
  ])('is on the cards of twins and in what is said of them: %s', (_, spoke) => {
    const model = railModel(sessionWith(twins, spoke), TURN, { library })
    const { cards } = railScene(model, { width: 750, height: 345 })
    const drawn = cards.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
    const said = model.stations.flatMap(({ hooks }) => hooks.map(speakHook))
    for (const [at, pattern] of ['git push', '*.env'].entries()) {
      expect(drawn.some((text) => text.includes(pattern))).toBe(true)
      expect(said[at]).toContain(`patterns ${pattern}`)
    }
  })

  it('of twins of which an older version runs gives way to that, in words', () => {
    const stale = twins.map((twin) => ({ ...twin, version: 'v1', error: 'line 3' }))
    const { cards } = railScene(railModel(sessionWith(stale, []), TURN, { library }), { width: 750, height: 345 })
    const drawn = cards.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
    expect(drawn.filter((text) => text.includes('older version'))).toHaveLength(2)
    expect(drawn.filter((text) => text.startsWith('#1 · ') || text.startsWith('#2 · '))).toHaveLength(2)
  })

  const drawnOn = (hooks: readonly Attachment[], width: number) => {
    const filling = Array.from({ length: 6 }, (_, at) => attachment({ name: `filling-${at}`, points: [point] }))
    const model = railModel(sessionWith([...hooks, ...filling], []), TURN, { library })
    const { cards } = railScene(model, { width, height: 345 })
    return cards.flatMap((item) => (item.kind === 'text' ? [item] : []))
  }

  it.each([
    ['of a twin, behind its number', twins, ['#1 git push', '#2 *.env']],
    ['of a single hook with a short name', [{ ...twins[0], name: 'ask' }], ['run']],
    ['of a name that leaves no room for it', [{ ...twins[0], name: 'ask-before-anything' }], []],
  ])('is on a card of one row where there is room: %s', (_, hooks, words) => {
    const drawn = drawnOn(
      hooks.flatMap((hook) => (hook === undefined ? [] : [{ ...attachment({ name: '', points: [point] }), ...hook }])),
      750,
    )
    expect(drawn.filter(({ font }) => font === 'small').map(({ text }) => text)).toEqual(words)
  })

  it('lies over no name on a card of one row, however narrow', () => {
    for (const width of [668, 750, 974]) {
      const drawn = drawnOn(twins, width)
      for (const aside of drawn.filter(({ font }) => font === 'small')) {
        const name = drawn.find(({ font, y }) => font === 'name' && y === aside.y)
        expect((name?.x ?? 0) + (name?.maxWidth ?? 0)).toBeLessThanOrEqual(aside.x - aside.maxWidth)
        expect(name?.maxWidth).toBeGreaterThan(30)
      }
    }
  })
})
