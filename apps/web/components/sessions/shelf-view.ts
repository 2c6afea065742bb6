/**
 * What the sessions page shows, as it stands in the address: a reload, the back button and a shared link give the same
 * list. What cannot be read is left out, never guessed.
 */
import type { SessionQuery } from '@belay/api'

export type Shelf = NonNullable<SessionQuery['shelf']>
/** Groups of states that a person looks for. */
export type StateFilter = 'running' | 'waiting' | 'bad'

export interface ShelfView {
  readonly search: string
  readonly shelf: Shelf
  readonly states: readonly StateFilter[]
  readonly refused: boolean
  readonly workspace: string | null
}

export const SHELVES: readonly Shelf[] = ['active', 'archived', 'deleted']
export const STATES: readonly StateFilter[] = ['running', 'waiting', 'bad']

/** What a state filter lets through. A turn that a person stopped did not end badly. */
const STATUSES: Readonly<Record<StateFilter, NonNullable<SessionQuery['status']>>> = {
  running: ['running'],
  waiting: ['waiting'],
  bad: ['blocked', 'halted', 'capped', 'failed', 'interrupted'],
}

export const WHOLE_SHELF: ShelfView = { search: '', shelf: 'active', states: [], refused: false, workspace: null }

export function readShelf(address: string): ShelfView {
  const query = new URLSearchParams(address)
  const states = (query.get('status') ?? '').split(',')
  const workspace = query.get('workspace') ?? ''
  return {
    search: query.get('q') ?? '',
    shelf: SHELVES.find((shelf) => shelf === query.get('shelf')) ?? 'active',
    states: STATES.filter((state) => states.includes(state)),
    refused: query.get('refused') === '1',
    workspace: workspace === '' ? null : workspace,
  }
}

/** Empty for the whole of the shelf in use. */
export function writeShelf({ search, shelf, states, refused, workspace }: ShelfView): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('q', search)
  if (shelf !== 'active') query.set('shelf', shelf)
  if (states.length > 0) query.set('status', STATES.filter((state) => states.includes(state)).join(','))
  if (refused) query.set('refused', '1')
  if (workspace !== null) query.set('workspace', workspace)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** Whether the address says something that the page does not show. How its letters are written does not matter. */
export function isWrittenOtherwise(address: string): boolean {
  const given = new URLSearchParams(address)
  given.sort()
  const shown = new URLSearchParams(writeShelf(readShelf(address)))
  shown.sort()
  return given.toString() !== shown.toString()
}

export function queryOf({ search, shelf, states, refused, workspace }: ShelfView): SessionQuery {
  return {
    shelf,
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(states.length === 0 ? {} : { status: states.flatMap((state) => STATUSES[state]) }),
    ...(refused ? { refused } : {}),
    ...(workspace === null ? {} : { workspace }),
  }
}

/** Whether something other than the shelf narrows the list. */
export function isNarrowed({ search, states, refused, workspace }: ShelfView): boolean {
  return search.trim() !== '' || states.length > 0 || refused || workspace !== null
}

/** All of the shelf that is looked at. */
export function widened({ shelf }: ShelfView): ShelfView {
  return { ...WHOLE_SHELF, shelf }
}

export function withState(view: ShelfView, state: StateFilter): ShelfView {
  const on = view.states.includes(state)
  return { ...view, states: STATES.filter((each) => (each === state ? !on : view.states.includes(each))) }
}
