'use client'
/** The registry of the page, and the two ways to contribute to it. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Action, Place } from './action'
import { ActionList } from './action-list'

/** One page, one registry. */
export const pageActions = new ActionList()

const NONE: readonly Action[] = []

/** For as long as the component is there. A new list at each render is fine: what does the work is always the latest. */
export function useActions(actions: readonly Action[]): void {
  const owner = useOwner()
  useEffect(() => pageActions.put(owner, actions), [owner, actions])
}

/** Asked for when somebody looks for a place, so that making a long list costs nothing until then. */
export function usePlaces(places: () => readonly Place[]): void {
  const owner = useOwner()
  useEffect(() => pageActions.putPlaces(owner, places), [owner, places])
}

/** For whoever shows them. */
export function useAllActions(): readonly Action[] {
  return useSyncExternalStore(
    pageActions.subscribe,
    () => pageActions.all,
    () => NONE,
  )
}

function useOwner(): symbol {
  const [owner] = useState(() => Symbol('part of the page'))
  useEffect(() => () => pageActions.drop(owner), [owner])
  return owner
}
