import { type Attachment, attachmentId, emptySession, POINTS, type PointId } from '@belay/trace'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Box, grow, overlaps } from '../box'
import {
  attachment,
  ended,
  outcomeEvent,
  runsTool,
  sessionWith,
  started,
  TURN,
  verdict,
  verdictEvent,
} from '../testing/spans'
import { CARD_WIDTH, figuresOf } from './card'
import { placeColumns } from './columns'
import { boxOfTarget, hitRail, revealTarget, targetOf } from './hit'
import { type RailHook, railModel } from './model'
import { moreBelow } from './more'
import { clampRail, RAIL_AT_REST } from './rail-camera'
import { speakHook, speakStation } from './say-hook'
import { railScene } from './scene'
import { stopAt, trackOf } from './track'

const fence = attachment({ name: 'fence', points: ['tools.before'] })
const rules = attachment({ name: 'rules', points: ['guard.onInput', 'tools.before'] })
const hookAt = (model: ReturnType<typeof railModel>, point: PointId, at = 0): RailHook => {
  const hook = model.stations.find((station) => station.point === point)?.hooks[at]
  if (hook === undefined) throw new Error(`no hook ${at} at ${point}`)
  return hook
}

describe('the model of the rail', () => {
  it('has every point, with its hooks in asking order', () => {
    const model = railModel(sessionWith([rules, fence], []), TURN)
    expect(model.stations.map(({ point }) => point)).toEqual(POINTS)
    expect(model.stations.find(({ point }) => point === 'tools.before')?.hooks.map(({ name }) => name)).toEqual([
      'rules',
      'fence',
    ])
    expect(model.turn).toEqual({ number: 4, status: 'running' })
  })

  it('tells a hook that does not load from one whose last good version runs', () => {
    const broken = { ...fence, version: null, error: 'fence.ts:3: no' }
    const stale = { ...rules, version: 'v1', error: 'rules.ts:3: no' }
    const model = railModel(sessionWith([broken, stale], []), TURN)
    expect(hookAt(model, 'tools.before', 0)).toMatchObject({ error: 'fence.ts:3: no', stale: null })
    const older = hookAt(model, 'tools.before', 1)
    expect(older).toMatchObject({ error: null, stale: 'rules.ts:3: no' })
    expect(figuresOf(older)).toBe('older version runs · not asked')
  })

  it('names the hooks of a program by it and does not number them', () => {
    const own = (point: PointId) => ({ ...attachment({ name: `at-${point}`, points: [point] }), name: 'careful' })
    const brought = [own('tools.before'), own('tools.after')].map((hook) => ({ ...hook, source: 'program' as const }))
    const hook = hookAt(railModel(sessionWith(brought, []), TURN), 'tools.after')
    expect([hook.name, hook.twin, figuresOf(hook)]).toEqual(['careful', null, 'program · not asked'])
  })

  it('is there before the first turn, and before the session', () => {
    expect(railModel(emptySession(), null)).toMatchObject({ turn: null, place: null })
    expect(railModel(sessionWith([fence], []), null).stations.some(({ hooks }) => hooks.length > 0)).toBe(true)
  })

  it('counts how often a hook was asked, its median time and the worst it said', () => {
    const said = [
      verdict({ hook: 'fence', durationMs: 1 }),
      verdict({ hook: 'fence', durationMs: 3, decision: 'block', reason: 'outside' }),
      verdict({ hook: 'fence', durationMs: 9 }),
      verdict({ hook: 'fence', status: 'not_asked', notAsked: 'matcher', durationMs: 0 }),
    ]
    const hook = hookAt(
      railModel(
        sessionWith(
          [fence],
          said.map((one) => verdictEvent('tools.before', one)),
        ),
        TURN,
      ),
      'tools.before',
    )
    expect(hook).toMatchObject({ asked: 3, medianMs: 3, sign: { mark: 'block', ghost: false }, reason: 'outside' })
    expect(figuresOf(hook)).toBe('asked 3 · 3.0 ms')
    expect(speakHook(hook)).toBe('fence, library hook, enforcing, asked 3 · decided 1 · 3.0 ms, blocked, outside')
  })

  it('tells two attachments of one hook apart', () => {
    const twin = { ...fence, id: attachmentId('att_twin') }
    const state = sessionWith(
      [fence, twin],
      [verdictEvent('tools.before', verdict({ hook: 'fence', hookId: 'att_twin', decision: 'ask' }))],
    )
    const model = railModel(state, TURN)
    expect(hookAt(model, 'tools.before', 0).asked).toBe(0)
    expect(hookAt(model, 'tools.before', 1).sign?.mark).toBe('ask')
  })

  it('gives two hooks of one name that are attached no more a place each', () => {
    const told = ['att_1', 'att_2'].map((hookId) => verdictEvent('stop.done', verdict({ hook: 'gone', hookId })))
    const station = railModel(sessionWith([], told), TURN).stations.find(({ point }) => point === 'stop.done')
    expect(station?.hooks.map(({ key }) => key)).toEqual(['stop.done att_1', 'stop.done att_2'])
  })

  it('keeps the voice of a hook that is attached no more', () => {
    const model = railModel(
      sessionWith([], [verdictEvent('stop.done', verdict({ hook: 'gone', decision: 'block' }))]),
      TURN,
    )
    expect(hookAt(model, 'stop.done')).toMatchObject({ attachment: null, name: 'gone', asked: 1 })
  })

  test.each([
    ['the latest while the loop is there', [], 'ask'],
    ['the worst once it went on', [runsTool('call'), ended('call')], 'block'],
  ])('a station shows %s', (_name, after, mark) => {
    const state = sessionWith(
      [fence],
      [
        started({ id: 'call', start: 1, end: null }),
        outcomeEvent('tools.before', { decision: 'block' }, 'call'),
        outcomeEvent('tools.before', { decision: 'ask' }, 'call'),
        ...after,
      ],
    )
    const station = railModel(state, TURN).stations.find(({ point }) => point === 'tools.before')
    expect(station?.sign?.mark).toBe(mark)
  })

  it('shows hollow what shadow hooks would have made of it', () => {
    const state = sessionWith([], [outcomeEvent('tools.before', { decision: 'pass', wouldBe: 'block' })])
    const station = railModel(state, TURN).stations.find(({ point }) => point === 'tools.before')
    expect(station?.sign).toEqual({ mark: 'block', ghost: true })
    expect(station === undefined ? '' : speakStation(station, true)).toBe(
      'tools.before, no hooks, would have blocked, the loop is here',
    )
  })
})

describe('the columns of cards', () => {
  test.each([
    ['one stands under its station', [300], [230]],
    ['two that press on each other part evenly', [300, 340], [176, 324]],
    ['at the left edge they give way to the right', [30, 60], [12, 160]],
    ['at the right edge to the left', [990, 995], [700, 848]],
    ['far ones do not mind each other', [100, 800], [30, 730]],
  ])('%s', (_name, wanted, lefts) => {
    expect(placeColumns(wanted, { width: 140, gap: 8, from: 12, to: 988 })).toEqual(lefts)
  })
})

const shapes = fc.record({
  /** Which of the hooks of a station came with a set. */
  sets: fc.array(fc.constantFrom(null, 'careful', 'outgoing'), { minLength: 6, maxLength: 6 }),
  counts: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: POINTS.length, maxLength: POINTS.length }),
  width: fc.integer({ min: 1, max: 1_800 }),
  height: fc.integer({ min: 1, max: 900 }),
})

function hooksFor(counts: readonly number[], sets: readonly (string | null)[] = []): Attachment[] {
  return counts.flatMap((count, at) =>
    Array.from({ length: count }, (_, nth) => {
      const set = sets[nth] ?? null
      const name = `h${at}-${nth}`
      return attachment({ name, points: [POINTS[at] ?? 'stop.done'], ...(set === null ? {} : { set }) })
    }),
  )
}

describe('the scene of the rail', () => {
  it('puts nothing on top of anything and everything inside, for any hooks in any box', () => {
    fc.assert(
      fc.property(shapes, ({ counts, sets, width, height }) => {
        const scene = railScene(railModel(sessionWith(hooksFor(counts, sets), []), TURN), { width, height })
        const solid = (kinds: readonly string[], zone: string) =>
          scene.targets.filter((target) => kinds.includes(target.kind) && target.zone === zone).map(({ box }) => box)
        for (const boxes of [solid(['station', 'plus'], 'line'), solid(['card', 'set'], 'cards')]) {
          for (const [at, box] of boxes.entries()) {
            expect(boxes.slice(at + 1).some((other) => overlaps(box, other))).toBe(false)
            expect(box.x).toBeGreaterThanOrEqual(0)
            expect(box.x + box.width).toBeLessThanOrEqual(scene.width)
          }
        }
        for (const box of solid(['station', 'plus'], 'line'))
          expect(box.y + box.height).toBeLessThanOrEqual(scene.cardsY)
        for (const box of solid(['card'], 'cards')) expect(box.y + box.height).toBeLessThanOrEqual(scene.cardsHeight)
      }),
      { numRuns: 200 },
    )
  })

  const cardsOf = (count: number, height: number) => {
    const scene = railScene(railModel(sessionWith(hooksFor([count, 1]), []), TURN), { width: 750, height })
    return { scene, heights: scene.targets.filter(({ kind }) => kind === 'card').map(({ box }) => box.height) }
  }

  test.each([
    ['that fits keeps its cards of two rows', 2, 300, 44],
    ['that would not fit has cards of one row', 5, 320, 26],
  ])('a column %s, its neighbour too', (_name, count, height, expected) => {
    const { scene, heights } = cardsOf(count, height)
    expect(heights).toEqual([...Array(count).fill(expected), 44])
    expect(moreBelow(scene, { width: 750, height }, RAIL_AT_REST)).toEqual([])
  })

  it('no card is cut at the edge without a sign that says how many are below', () => {
    const cases = fc.record({
      count: fc.integer({ min: 0, max: 14 }),
      height: fc.integer({ min: 200, max: 700 }),
      down: fc.integer({ min: 0, max: 500 }),
    })
    fc.assert(
      fc.property(cases, ({ count, height, down }) => {
        const box = { width: 750, height }
        const { scene } = cardsOf(count, height)
        const scroll = clampRail(scene, box, { ...RAIL_AT_REST, y: down })
        const more = moreBelow(scene, box, scroll)
        for (const target of scene.targets.filter(({ kind }) => kind === 'card')) {
          const card = boxOfTarget(scene, target, scroll)
          const sign = more.find((one) => one.box.x === card.x)
          if (sign === undefined) expect(card.y + card.height).toBeLessThanOrEqual(height)
          else expect(sign.count).toBeGreaterThan(0)
        }
        expect(moreBelow(scene, box, clampRail(scene, box, { ...RAIL_AT_REST, y: 9_999 }))).toEqual([])
      }),
    )
  })

  it('says how many cards are below', () => {
    const { scene } = cardsOf(9, 300)
    const [more] = moreBelow(scene, { width: 750, height: 300 }, RAIL_AT_REST)
    const shown = Math.floor((300 - 22 - scene.cardsY + 4) / 29)
    expect(more?.count).toBe(9 - shown)
  })

  test.each([
    ['what is attached', [], 'tools.before, 1 hook'],
    ['what is attached no more apart', ['gone'], 'tools.before, 1 hook, 1 that is attached no more'],
    ['each of them once', ['gone', 'away'], 'tools.before, 1 hook, 2 that are attached no more'],
  ])('a station counts %s', (_, gone, words) => {
    const spoke = gone.map((hook) => verdictEvent('tools.before', verdict({ hook, hookId: `att_${hook}` })))
    const model = railModel(sessionWith([fence], spoke), TURN)
    const station = model.stations.find(({ point }) => point === 'tools.before')
    expect(station === undefined ? '' : speakStation(station, false)).toContain(words)
  })

  test.each([
    ['one in shadow beside one that enforces', ['enforce', 'shadow'], ['#1', '#2']],
    ['two that enforce', ['enforce', 'enforce'], ['#1', '#2']],
    ['two in shadow, one off', ['off', 'shadow', 'shadow'], ['#1', '#2', '#3']],
    ['none', ['shadow'], [null]],
  ] as const)('tells twins apart in words: %s', (_name, modes, words) => {
    const hooks = modes.map((mode, at) => ({ ...fence, mode, id: attachmentId(`att_${at}`) }))
    const model = railModel(sessionWith(hooks, []), TURN)
    expect(modes.map((_, at) => hookAt(model, 'tools.before', at).twin)).toEqual(words)
    const drawn = (height: number) =>
      railScene(model, { width: 750, height }).cards.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
    // On cards of two rows and of one.
    for (const word of words.filter((word) => word !== null))
      for (const height of [600, 200]) expect(drawn(height).some((line) => line.includes(word))).toBe(true)
  })

  it('needs no scrolling sideways in the centre of a window of 1280 px with five stations in use', () => {
    const hooks = (['guard.onInput', 'context.build', 'stop.done', 'tools.before', 'tools.after'] as const).map(
      (point) => attachment({ name: point, points: [point] }),
    )
    const scene = railScene(railModel(sessionWith(hooks, []), TURN), { width: 750, height: 300 })
    expect(scene.width).toBe(750)
    const cards = scene.targets.filter(({ kind }) => kind === 'card')
    expect(cards.every(({ box }) => box.width >= CARD_WIDTH.wanted)).toBe(true)
  })

  it('gives up width of cards before it scrolls: six stations in use still fit there, eight do not', () => {
    const at = (count: number) =>
      railScene(railModel(sessionWith(hooksFor(POINTS.map((_, place) => (place < count ? 1 : 0))), []), TURN), {
        width: 750,
        height: 300,
      }).width
    expect([at(6), at(8) > 750]).toEqual([750, true])
  })

  it('keeps the stations of the line in the order of the loop', () => {
    const track = trackOf(750, 300)
    const order = [
      'session.start',
      'guard.onInput',
      'memory.keep',
      'context.build',
      'model.choose',
      'model',
      'stop.done',
      'tools.before',
      'tool',
      'tools.after',
      'guard.onOutput',
      'session.end',
    ] as const
    const xs = order.map((stop) => stopAt(track, stop).x)
    expect(xs).toEqual([...xs].sort((a, b) => a - b))
    expect(stopAt(track, 'errors.on').x).toBe(stopAt(track, 'model').x)
    expect(stopAt(track, 'errors.on').y).toBeLessThan(track.lineY)
  })

  it.each([
    ['as narrow as it gets', 1],
    ['fewer than shown at 750 px', 750],
    ['wide', 1_400],
  ])('names of stations do not run into each other (%s)', (_name, width) => {
    const scene = railScene(railModel(sessionWith([], []), TURN), { width, height: 320 })
    const names = scene.line.flatMap((item) => (item.kind === 'text' && item.font === 'station' ? [item] : []))
    const boxes: Box[] = names.map(({ x, y, text, align }) => {
      const wide = text.length * 6.2
      return {
        x: align === 'center' ? x - wide / 2 : align === 'right' ? x - wide : x,
        y: y - 6,
        width: wide,
        height: 12,
      }
    })
    const plus = scene.targets.filter(({ kind }) => kind === 'plus')
    for (const [at, box] of boxes.entries())
      expect(boxes.slice(at + 1).some((other) => overlaps(box, other))).toBe(false)
    for (const { box } of plus) {
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(20)
      // What is drawn of it keeps some pixels from every name.
      expect(boxes.filter((name) => overlaps(name, grow(box, name.y > scene.track.lineY ? -3 : 1)))).toEqual([])
    }
  })

  test.each([
    ['off', { mode: 'off' as const }],
    ['in shadow', { mode: 'shadow' as const }],
    ['broken', { error: 'SyntaxError in line 3' }],
  ])('a hook that is %s looks different from one that enforces', (_name, change) => {
    const items = (hook: Attachment) =>
      JSON.stringify(railScene(railModel(sessionWith([hook], []), TURN), { width: 750, height: 300 }).cards)
    expect(items({ ...fence, ...change })).not.toBe(items(fence))
  })
})

describe('pointing at the rail', () => {
  const hooks = [
    rules,
    ...Array.from({ length: 8 }, (_, at) => attachment({ name: `h${at}`, points: ['tools.before'] })),
  ]
  const box = { width: 750, height: 300 }
  const scene = railScene(railModel(sessionWith(hooks, []), TURN), box)
  const none = RAIL_AT_REST
  const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

  test.each(scene.targets.slice(0, 24).map((target) => [target.kind, target.station.point, target] as const))(
    'finds the %s of %s',
    (_kind, _point, target) => {
      const at =
        target.kind === 'card'
          ? { x: boxOfTarget(scene, target, none).x + 20, y: boxOfTarget(scene, target, none).y + 12 }
          : middle(boxOfTarget(scene, target, none))
      expect(hitRail(scene, none, at)).toBe(target)
    },
  )

  it('finds nothing beside', () => {
    expect(hitRail(scene, none, { x: 3, y: 295 })).toBeNull()
  })

  it('scrolls to a card below, and not past the last', () => {
    const target = targetOf(scene, { attachment: attachmentId('att_h7') })
    expect(target).not.toBeNull()
    if (target === null) return
    const scroll = revealTarget(scene, box, { target, camera: none })
    const shown = boxOfTarget(scene, target, scroll)
    expect(shown.y + shown.height).toBeLessThanOrEqual(box.height)
    expect(hitRail(scene, scroll, { x: shown.x + 20, y: shown.y + 12 })).toBe(target)
    expect(clampRail(scene, box, { ...none, x: 9_999, y: 9_999 })).toEqual({ ...none, y: scroll.y })
  })
})

describe('a card of a hook', () => {
  it('can be hit with a finger, on cards of two rows and of one', () => {
    for (const height of [600, 200]) {
      const scene = railScene(railModel(sessionWith(hooksFor([6]), []), TURN), { width: 750, height })
      for (const { box } of scene.targets.filter(({ kind }) => kind === 'switch'))
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
    }
  })

  it('counts what it decided and how often it failed, in the turn and over all turns', () => {
    const said = [
      verdict({ hook: 'fence', decision: 'block' }),
      verdict({ hook: 'fence', decision: 'ask' }),
      verdict({ hook: 'fence' }),
      verdict({ hook: 'fence', status: 'failed', error: { kind: 'threw', message: 'boom' } }),
      verdict({ hook: 'fence', status: 'malformed', error: { kind: 'bad_answer', message: 'what?' } }),
    ]
    const state = sessionWith(
      [fence],
      said.map((one) => verdictEvent('tools.before', one)),
    )
    for (const turn of [TURN, null])
      expect(hookAt(railModel(state, turn), 'tools.before')).toMatchObject({ asked: 5, decided: 2, failed: 2 })
    for (const height of [600, 200]) {
      const { cards } = railScene(railModel(state, TURN), { width: 750, height })
      const signs = cards.flatMap((item) => (item.kind === 'glyph' ? [item] : []))
      expect(signs.map(({ mark, count }) => [mark, count]).sort()).toEqual([
        ['block', 2],
        ['failed', 2],
      ])
      const [one, other] = signs.map(({ x }) => x).sort((a, b) => a - b)
      expect((other ?? 0) - (one ?? 0)).toBeGreaterThanOrEqual(18)
    }
  })
})
