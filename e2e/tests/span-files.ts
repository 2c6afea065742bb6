/** Large files of spans, made as the generators of the cases make them. */
export interface SpanLine {
  readonly id: string
  readonly parent: string | null
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Case 48-deep-parent-chain: each span the only child of the one before. */
export function chain(count: number): readonly SpanLine[] {
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: `s${at}`, parent: at === 0 ? null : `s${at - 1}`, name: `level ${at}` },
    ...{ start: at, end: 2 * count - at },
  }))
}

/** Case 48-deep-parent-chain: every level has three children, one of which goes on. */
export function comb(depth: number): readonly SpanLine[] {
  return Array.from({ length: depth }, (_, at) => [
    {
      ...{ id: `d${at}`, parent: at === 0 ? null : `d${at - 1}`, name: `middleware ${at}` },
      ...{ start: at * 2, end: depth * 10 - at },
    },
    ...[0, 1].map((k) => ({
      ...{ id: `d${at}c${k}`, parent: `d${at}`, name: 'leaf', start: at * 2 + k, end: at * 2 + k + 1 },
    })),
  ]).flat()
}

/** Case 51-fifty-thousand-spans: bursts over eight hours, children inside their parents. The same numbers each time. */
export function bursts(count: number): readonly SpanLine[] {
  let state = 7
  const pick = <T>(values: readonly [T, ...T[]]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return values[Math.floor((state / 2_147_483_648) * values.length)] ?? values[0]
  }
  const ends = new Map<number, number>()
  let at = 0
  const lines = Array.from({ length: count }, (_, place) => {
    at += place % 997 === 0 ? 576_000 : pick([1, 1, 2, 3, 4])
    const end = at + pick([0, 1, 2, 5, 40, 400, place % 501 === 0 ? 6_000 : 12])
    const top = place - (place % 50)
    ends.set(top, Math.max(ends.get(top) ?? 0, end))
    const name = pick(['Bash', 'Read', 'Edit', 'hook'])
    return { id: `s${place}`, parent: place === top ? null : `s${top}`, name, start: at, end }
  })
  return lines.map((line, place) => (line.parent === null ? { ...line, end: ends.get(place) ?? line.end } : line))
}
