/**
 * The actions and places that the parts of a page contribute. Promises: what a part contributed goes with that part; of one id
 * the part that came last is asked; listeners hear of what can be seen of an action, and not of a new function that does the same.
 */
import type { Action, Place } from './action'

type Places = () => readonly Place[]

export class ActionList {
  readonly #contributed = new Map<symbol, readonly Action[]>()
  readonly #places = new Map<symbol, Places>()
  readonly #listeners = new Set<() => void>()
  #all: readonly Action[] | null = null

  /** In the order in which the parts came; the same list as long as nothing changes. */
  get all(): readonly Action[] {
    this.#all ??= [...new Map([...this.#contributed.values()].flat().map((action) => [action.id, action])).values()]
    return this.#all
  }

  find(id: string): Action | undefined {
    return this.all.find((action) => action.id === id)
  }

  /** Made anew at each call: who asks is about to show them. */
  places(): readonly Place[] {
    return [...this.#places.values()].flatMap((make) => make())
  }

  put(owner: symbol, actions: readonly Action[]): void {
    const before = this.#contributed.get(owner)
    this.#contributed.set(owner, actions)
    this.#all = null
    if (before === undefined || !looksAlike(before, actions)) this.#tell()
  }

  putPlaces(owner: symbol, places: Places): void {
    this.#places.set(owner, places)
  }

  drop(owner: symbol): void {
    this.#places.delete(owner)
    if (!this.#contributed.delete(owner)) return
    this.#all = null
    this.#tell()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function looksAlike(before: readonly Action[], after: readonly Action[]): boolean {
  return before.length === after.length && before.every((action, at) => looks(action) === looks(after[at]))
}

function looks(action: Action | undefined): string {
  return action === undefined ? '' : JSON.stringify([action.id, action.title, action.group, action.keys, action.heard])
}
