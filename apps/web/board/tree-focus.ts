/**
 * Where the keyboard is in a tree that changes under it: at an item, not at a number. What is done with the next key is
 * done to the item that was ringed, wherever it went; only when it is gone, to what stands in its place.
 */
export interface TreeFocus {
  readonly key: string | null
  /** Where it stood last. */
  readonly place: number
}

export interface TreeKeys {
  readonly count: number
  readonly keyAt: (place: number) => string
  /** -1 where there is no such item. */
  readonly placeOf: (key: string) => number
}

export const TREE_START: TreeFocus = { key: null, place: 0 }

export function placeOfFocus({ key, place }: TreeFocus, { count, placeOf }: TreeKeys): number {
  const found = key === null ? -1 : placeOf(key)
  return found >= 0 ? found : Math.min(Math.max(place, 0), Math.max(count - 1, 0))
}

export function focusAt(place: number, { count, keyAt }: TreeKeys): TreeFocus {
  return { key: place < count ? keyAt(place) : null, place }
}

/** The focus on what is there now; the same object where nothing moved. */
export function settled(focus: TreeFocus, keys: TreeKeys): TreeFocus {
  const next = focusAt(placeOfFocus(focus, keys), keys)
  return next.key === focus.key && next.place === focus.place ? focus : next
}
