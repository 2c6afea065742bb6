/**
 * Places along a line that have to keep from each other: as near to where they are wanted as the rules let them. Exact, and
 * says where no places keep all the rules.
 */

/** `after` is at least `by` beyond `before`; both are indices of places. A negative `by` says how far behind it may be. */
export interface Apart {
  readonly before: number
  readonly after: number
  readonly by: number
}

/** Further than any place. */
const FAR = 1e6

/** The first place is where all is measured from, and stays. Null where no places keep the rules. */
export function placeApart(wanted: readonly number[], rules: readonly Apart[]): readonly number[] | null {
  const lowest = raised(
    wanted.map((_, at) => (at === 0 ? 0 : -FAR)),
    rules,
  )
  if (lowest === null) return null
  const highest = lowered(
    wanted.map((_, at) => (at === 0 ? 0 : FAR)),
    rules,
  )
  const up = raised(
    wanted.map((x, at) => Math.min(x, highest[at] ?? x)),
    rules,
  )
  const down = lowered(
    wanted.map((x, at) => Math.max(x, lowest[at] ?? x)),
    rules,
  )
  // Between two sets of places that keep the rules all do: those that press on each other part evenly.
  return down.map((x, at) => (x + (up?.[at] ?? x)) / 2)
}

/** The least places that keep the rules and are no less than `from`; null where the first would have to move. */
function raised(from: readonly number[], rules: readonly Apart[]): readonly number[] | null {
  const places = [...from]
  for (let sweep = 0; sweep <= places.length; sweep += 1) {
    let still = true
    for (const { before, after, by } of rules) {
      const least = (places[before] ?? 0) + by
      if ((places[after] ?? 0) >= least - TINY) continue
      if (after === 0) return null
      places[after] = least
      still = false
    }
    if (still) return places
  }
  return null
}

/** What is lost in sums of fractions. */
const TINY = 1e-6

/** The other way round: what is raised on a line that runs backwards. */
function lowered(from: readonly number[], rules: readonly Apart[]): readonly number[] {
  const turned = rules.map(({ before, after, by }) => ({ before: after, after: before, by }))
  return (
    raised(
      from.map((x) => -x),
      turned,
    ) ?? from.map((x) => -x)
  ).map((x) => -x)
}
