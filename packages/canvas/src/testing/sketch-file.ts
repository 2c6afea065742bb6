/** The spans files of the cases (`id`, `parent`, `name`, `start`, `end`) as spans, and the generators of the large ones. */
import type { Span } from '@belay/trace'
import { type SpanSketch, span } from './spans'

/** The top one is the turn, all others are calls. */
export function spansOf(
  sketches: readonly (Omit<SpanSketch, 'kind'> & { readonly parent: string | null })[],
): readonly Span[] {
  return sketches.map((sketch) => span({ ...sketch, kind: sketch.parent === null ? 'turn' : 'tool' }))
}

/** Case 48-deep-parent-chain: each span the only child of the one before. */
export function chain(count: number): readonly Span[] {
  const parentOf = (at: number) => (at === 0 ? null : `s${at - 1}`)
  return spansOf(
    Array.from({ length: count }, (_, at) => ({
      id: `s${at}`,
      parent: parentOf(at),
      name: `level ${at}`,
      start: at,
      end: 2 * count - at,
    })),
  )
}

/** Case 48-deep-parent-chain: every level has three children, one of which goes on. */
export function comb(depth: number): readonly Span[] {
  return spansOf(
    Array.from({ length: depth }, (_, at) => [
      {
        id: `d${at}`,
        parent: at === 0 ? null : `d${at - 1}`,
        name: `middleware ${at}`,
        start: at * 2,
        end: depth * 10 - at,
      },
      ...[0, 1].map((k) => ({
        id: `d${at}c${k}`,
        parent: `d${at}`,
        name: 'leaf',
        start: at * 2 + k,
        end: at * 2 + k + 1,
      })),
    ]).flat(),
  )
}

/** Numbers that look random and are the same each time (a linear congruential generator). */
export function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

/** Case 51-fifty-thousand-spans: bursts over eight hours, children inside their parents. */
export function bursts(count: number): readonly Span[] {
  const roll = dice(7)
  const pick = (values: readonly number[]) => values[roll(values.length)] ?? 0
  const drafts: { id: string; parent: string | null; name: string; start: number; end: number }[] = []
  let at = 0
  for (let i = 0; i < count; i += 1) {
    at += i % 997 === 0 ? 576_000 : pick([1, 1, 2, 3, 4])
    const end = at + pick([0, 1, 2, 5, 40, 400, i % 501 === 0 ? 6_000 : 12])
    const name = ['Bash', 'Read', 'Edit', 'hook'][roll(4)] ?? ''
    drafts.push({ id: `s${i}`, parent: i % 50 === 0 ? null : `s${i - (i % 50)}`, name, start: at, end })
  }
  for (let p = 0; p < count; p += 50) {
    const parent = drafts[p]
    if (parent !== undefined) parent.end = Math.max(...drafts.slice(p, p + 50).map(({ end }) => end))
  }
  const root = { id: 'root', parent: null, name: 'turn', start: 0, end: at }
  return spansOf([root, ...drafts.map((draft) => ({ ...draft, parent: draft.parent ?? 'root' }))])
}

/** A turn as the loop makes them: steps of a model call and a few calls, each asked about by hooks. */
export function turnOf(count: number): readonly Span[] {
  const roll = dice(11)
  const spans: Span[] = []
  let at = 0
  const add = (sketch: SpanSketch) => spans.push(span(sketch))
  for (let step = 1; spans.length < count; step += 1) {
    const begin = at
    const own = `step${step}`
    const stepPlace = add({ id: own, parent: 'turn', kind: 'step', name: String(step), start: begin, end: begin }) - 1
    add({ id: `${own}m`, parent: own, kind: 'model', name: 'scripted/tour', start: at, end: at + 600 + roll(900) })
    at += 1_600
    for (let call = 0; call < 1 + roll(3); call += 1) {
      const id = `${own}c${call}`
      const length = 40 + roll(700)
      add({ id, parent: own, name: 'files.read', start: at, end: at + length })
      for (let hook = 0; hook < 3; hook += 1) {
        add({
          id: `${id}h${hook}`,
          parent: id,
          kind: 'hook',
          name: `guard-${hook}`,
          start: at + hook,
          end: at + hook + roll(2),
        })
      }
      at += roll(2) === 0 ? length : 10
    }
    at += 800
    const placed = spans[stepPlace]
    if (placed !== undefined) spans[stepPlace] = { ...placed, end: at }
  }
  return [span({ id: 'turn', kind: 'turn', name: 'Tidy the repo', start: 0, end: at }), ...spans]
}
