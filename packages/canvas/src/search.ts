/** Binary searches over ascending numbers: how a view finds what it shows without reading the rest. */

/** The first index in `[from, to)` whose value is at least `value`; `to` where there is none. */
export function firstAtLeast(values: ArrayLike<number>, value: number, from = 0, to = values.length): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? Number.NaN) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The first index in `[from, to)` whose value is above `value`; `to` where there is none. */
export function firstAbove(values: ArrayLike<number>, value: number, from = 0, to = values.length): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? Number.NaN) <= value) low = middle + 1
    else high = middle
  }
  return low
}
