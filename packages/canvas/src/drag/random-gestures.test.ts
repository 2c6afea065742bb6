/** 200 sessions of random gestures with random aborts and other pages: no hook is ever lost, doubled or half attached. */
import { type Attachment, attachmentId, type PointId } from '@belay/trace'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachment } from '../testing/spans'
import { type AbortReason, AT_REST, type DragEvent, type DragSpot, type DragState, stepDrag } from './machine'
import { applyPlan, type DragPlan } from './plan'
import type { DragSource, DragTable, LibraryEntry } from './table'
import { BOX, entry, tableOf } from './testing'

const SLUGS = ['a', 'b', 'c', 'd', 'e'] as const
const ABORTS: readonly AbortReason[] = ['escape', 'focus lost', 'pointer lost', 'other button', 'second pointer']

/** Few, so that several hooks stand at each. */
const AT = ['guard.onInput', 'memory.keep', 'stop.done', 'tools.before'] as const
const points = fc.uniqueArray(fc.constantFrom(...AT), { minLength: 1, maxLength: 4 })
const spot: fc.Arbitrary<DragSpot> = fc.record({
  x: fc.integer({ min: -20, max: BOX.width + 20 }),
  y: fc.integer({ min: -20, max: BOX.height + 20 }),
  ground: fc.constantFrom('rail', 'rail', 'rail', 'rail', 'page', 'away'),
})

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('move' as const), at: spot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('abort' as const), reason: fc.constantFrom(...ABORTS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), which: fc.nat(), how: fc.nat(2) }) },
)

const gesture = fc.record({
  palette: fc.boolean(),
  which: fc.nat(),
  from: spot,
  steps: fc.array(step, { maxLength: 6 }),
  /** Anywhere, at a card, or never. */
  release: fc.oneof(
    { weight: 3, arbitrary: spot },
    { weight: 3, arbitrary: fc.record({ card: fc.nat(), low: fc.boolean(), own: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
})

class Session {
  hooks: readonly Attachment[] = []
  #made = 0
  #laid: { readonly of: readonly Attachment[]; readonly table: DragTable } | null = null

  constructor(readonly library: readonly LibraryEntry[]) {}

  get table(): DragTable {
    if (this.#laid?.of !== this.hooks) this.#laid = { of: this.hooks, table: tableOf(this.hooks, this.library) }
    return this.#laid.table
  }

  make(hook: string, at: readonly PointId[]): Attachment {
    this.#made += 1
    return { ...attachment({ name: hook, points: at }), hook, id: attachmentId(`att_${this.#made}`) }
  }

  /** Another page attaches, detaches or takes off a point. */
  elsewhere(which: number, how: number): void {
    const hook = this.hooks[which % Math.max(this.hooks.length, 1)]
    const [first] = this.library
    if (how === 0 || hook === undefined) this.hooks = [...this.hooks, this.make(first?.slug ?? '', first?.points ?? [])]
    else if (how === 1 || hook.points.length === 1) this.hooks = this.hooks.filter((one) => one !== hook)
    else this.hooks = this.hooks.map((one) => (one === hook ? { ...one, points: one.points.slice(1) } : one))
  }

  take(plan: DragPlan): void {
    const made = plan.kind === 'attach' ? this.make(plan.hook, plan.points) : null
    this.hooks = applyPlan(this.hooks, plan, made)
  }
}

function sourceOf(session: Session, palette: boolean, which: number): DragSource {
  const node = session.hooks[which % Math.max(session.hooks.length, 1)]
  const point = node?.points[which % node.points.length]
  // Every third drag is one of several: of those at its station, each second.
  const picked = session.hooks.filter((hook, at) => hook === node || at % 2 === 0).map(({ id }) => id)
  if (!palette && node !== undefined && point !== undefined)
    return { from: 'node', attachment: node.id, point, ...(which % 3 === 0 ? { picked } : {}) }
  return { from: 'palette', hook: SLUGS[which % SLUGS.length] ?? 'a' }
}

function play(session: Session, gesture: Gesture): DragState {
  let state: DragState = AT_REST
  const feed = (event: DragEvent) => {
    state = stepDrag(state, event, session.table)
  }
  const source = sourceOf(session, gesture.palette, gesture.which)
  feed({ type: 'press', pointer: 1, at: gesture.from, source })
  for (const step of gesture.steps) {
    if (step.do === 'move') feed({ type: 'move', pointer: 1, at: step.at })
    else if (step.do === 'elsewhere') {
      session.elsewhere(step.which, step.how)
      feed({ type: 'changed', at: null })
    } else if (step.reason !== 'second pointer') feed({ type: 'abort', reason: step.reason })
    else if (isHeld(state)) feed({ type: 'press', pointer: 2, at: gesture.from, source })
  }
  // A pointer that never comes back is a lost one.
  feed(
    gesture.release === null
      ? { type: 'abort', reason: 'pointer lost' }
      : { type: 'release', pointer: 1, at: releasedAt(session, source, gesture.release) },
  )
  return state
}

interface Aim {
  readonly card: number
  readonly low: boolean
  readonly own: boolean
}

/** A card, of any station or of the one that the node came from: it is there that order matters. */
function releasedAt(session: Session, source: DragSource, release: DragSpot | Aim): DragSpot {
  if (!('card' in release)) return release
  const { places } = session.table
  const own = source.from === 'node' && release.own ? places.filter(({ point }) => point === source.point) : places
  const cards = own.flatMap((place) => place.cards)
  const { x, y, height } = cards[release.card % Math.max(cards.length, 1)]?.box ?? { x: 0, y: 0, height: 0 }
  return { x: x + 9, y: y + height * (release.low ? 0.8 : 0.2), ground: 'rail' }
}

function isHeld({ phase }: DragState): boolean {
  return phase === 'pressed' || phase === 'dragging'
}

type Gesture = typeof gesture extends fc.Arbitrary<infer T> ? T : never

/** What the change is about; nothing where it is about a new hook. */
function touched(plan: DragPlan): readonly string[] {
  if (plan.kind === 'nothing' || plan.kind === 'attach') return []
  return plan.kind === 'several' ? plan.attachments : [plan.attachment]
}

function isDetaching(plan: DragPlan): boolean {
  return plan.kind === 'detach' || (plan.kind === 'several' && plan.change.do === 'detach')
}

/** How many of what a change takes off a station stand nowhere else. */
function gone(before: readonly Attachment[], plan: DragPlan): number {
  if (plan.kind === 'detach') return plan.left.length === 0 ? 1 : 0
  if (!isDetaching(plan)) return 0
  return before.filter(({ id, points }) => touched(plan).includes(id) && points.length === 1).length
}

function holds(session: Session, before: readonly Attachment[], plan: DragPlan): void {
  const ids = session.hooks.map(({ id }) => id)
  // Never doubled, and never half attached: each stands somewhere, and only where its kind can stand.
  expect(new Set(ids).size).toBe(ids.length)
  for (const hook of session.hooks) {
    expect(hook.points.length).toBeGreaterThan(0)
    expect(new Set(hook.points).size).toBe(hook.points.length)
    const can = session.library.find(({ slug }) => slug === hook.hook)?.points ?? []
    expect(hook.points.filter((point) => !can.includes(point))).toEqual([])
  }
  const came = plan.kind === 'attach' ? 1 : 0
  expect(ids.length).toBe(before.length + came - gone(before, plan))
  // Untouched hooks are as they were, in the order that they had.
  const others = (hooks: readonly Attachment[]) => hooks.filter(({ id }) => !touched(plan).includes(id))
  const known = new Set(before.map(({ id }) => id))
  expect(others(session.hooks).filter(({ id }) => known.has(id))).toEqual(others(before))
}

/** Between its neighbours at the station, where it was dropped. */
function standsWhereDropped(session: Session, end: Extract<DragState, { phase: 'dropped' }>): void {
  const { plan, target } = end
  if (target.kind !== 'station' || plan.kind === 'nothing' || isDetaching(plan)) return
  const here = session.hooks.filter(({ points }) => points.includes(target.point))
  const id = touched(plan)[0] ?? (plan.kind === 'attach' ? session.hooks[plan.position]?.id : undefined)
  expect(here.findIndex((hook) => hook.id === id)).toBe(target.index)
}

test('200 random gestures lose, double and half attach nothing', () => {
  const seen = new Map<string, number>()
  const library = fc.tuple(points, points, points, points, points)
  fc.assert(
    fc.property(library, fc.array(gesture, { minLength: 1, maxLength: 12 }), (kinds, gestures) => {
      const session = new Session(SLUGS.map((slug, at) => entry(slug, kinds[at] ?? [])))
      for (const each of session.library.slice(0, 4))
        session.hooks = [...session.hooks, session.make(each.slug, each.points.slice(0, 2))]
      for (const one of gestures) {
        const end = play(session, one)
        expect(['clicked', 'dropped', 'aborted']).toContain(end.phase)
        const before = session.hooks
        const plan: DragPlan = end.phase === 'dropped' ? end.plan : { kind: 'nothing', reason: null }
        session.take(plan)
        holds(session, before, plan)
        if (end.phase === 'dropped') standsWhereDropped(session, end)
        else expect(session.hooks).toBe(before)
        const what = end.phase === 'dropped' ? plan.kind : end.phase
        seen.set(what, (seen.get(what) ?? 0) + 1)
      }
    }),
    { numRuns: 200, seed: 54 },
  )
  // The gestures were not all of one kind: every plan and every end came about.
  for (const what of ['attach', 'reorder', 'move', 'detach', 'several', 'nothing', 'aborted'])
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(10)
})
