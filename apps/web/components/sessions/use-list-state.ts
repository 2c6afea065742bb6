'use client'
/** What the list of sessions holds beside the sessions: where the keyboard stands, what is picked, what is written in. */
import type { SessionId } from '@belay/trace'
import { useRouter } from 'next/navigation'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api, type SessionSummary } from '../../lib/api'
import { sayError } from '../../lib/errors'
import { NOTHING, type Picked, pick, pickAll, stillThere } from './picking'
import { askToPurge } from './purge-dialog'
import { placeLines, scrollTo, type View } from './row-places'
import type { RowActions } from './session-row'
import type { Order } from './shelf-order'
import type { Shelf } from './shelf-view'
import { useFork } from './use-fork'
import { useOrder } from './use-order'
import { type Named, type Shelving, useShelving } from './use-shelving'

interface Inputs {
  readonly sessions: readonly SessionSummary[]
  readonly shelf: Shelf
  readonly view: string
  readonly nowMs: number
  /** Whether the sessions are still those of the list before. */
  readonly stale: boolean
  readonly frame: RefObject<HTMLDivElement | null>
  readonly scroll: View
}

export interface ListState {
  readonly order: Order
  readonly ids: readonly SessionId[]
  readonly active: SessionId | null
  readonly setActive: (id: SessionId) => void
  /** Moves the keyboard to a row, and the row into view. */
  readonly focus: (id: SessionId) => void
  readonly picked: Picked
  readonly setPicked: (picked: Picked) => void
  readonly pickAll: () => void
  /** The picked ones, or the one where the keyboard stands. */
  readonly chosen: () => readonly SessionSummary[]
  readonly renaming: SessionId | null
  readonly setPointed: (pointed: boolean) => void
  readonly letGo: () => void
  readonly actions: RowActions
  readonly many: ManyActions
}

export interface ManyActions {
  readonly pin: (sessions: readonly SessionSummary[]) => void
  readonly archive: (sessions: readonly Named[]) => void
  readonly remove: (sessions: readonly Named[]) => void
  readonly restore: (sessions: readonly Named[]) => void
  readonly purge: (sessions: readonly Named[]) => void
}

export function useListState(inputs: Inputs): ListState {
  const { sessions, shelf, view, nowMs, stale } = inputs
  const [pointed, setPointed] = useState(false)
  const [menu, setMenu] = useState(false)
  const [renaming, setRenaming] = useState<SessionId | null>(null)
  const [letGo, setLetGo] = useState(0)
  const release = useCallback(() => setLetGo((count) => count + 1), [])
  const [mine, setMine] = useState<ReadonlySet<SessionId>>(() => new Set())
  const held = pointed || menu || renaming !== null
  const order = useOrder({ sessions, shelf, view: `${view} ${stale}`, nowMs, held, letGo, mine })
  const ids = useMemo(() => order.places.map(({ session }) => session.id), [order])
  const [chosenActive, setActive] = useState<SessionId | null>(null)
  const active = chosenActive !== null && ids.includes(chosenActive) ? chosenActive : (ids[0] ?? null)
  const { picked, setPicked } = usePicked(ids, view)
  const focus = useFocusRow(inputs, order, setActive)
  const shelving = useShelving(useCallback((acted: readonly SessionId[]) => setMine(new Set(acted)), []))
  const latest = useRef({ ids, order, picked, shelf })
  latest.current = { ids, order, picked, shelf }

  const many = useMany({ latest, shelving, focus, setPicked })
  const actions = useRowActions({ latest, shelving, focus, setPicked, setRenaming, setMenu, many })
  return {
    ...{ order, ids, active, setActive, focus, picked, setPicked, renaming, setPointed, letGo: release, actions, many },
    pickAll: () => setPicked(pickAll(ids)),
    chosen: () =>
      order.places.flatMap(({ session, gone }) => {
        const isChosen = picked.ids.size > 0 ? picked.ids.has(session.id) : session.id === active
        return isChosen && !gone ? [session] : []
      }),
  }
}

/** Another list starts with nothing picked. */
function usePicked(ids: readonly SessionId[], view: string) {
  const [state, setState] = useState<{ readonly view: string; readonly picked: Picked }>({ view, picked: NOTHING })
  const picked = useMemo(() => (state.view === view ? stillThere(state.picked, ids) : NOTHING), [state, view, ids])
  const setPicked = useCallback((next: Picked) => setState({ view, picked: next }), [view])
  return { picked, setPicked }
}

function useFocusRow({ frame, scroll }: Inputs, order: Order, setActive: (id: SessionId) => void) {
  const [wanted, setWanted] = useState<SessionId | null>(null)
  const latest = useRef({ scroll, order })
  latest.current = { scroll, order }
  useEffect(() => {
    if (wanted === null) return
    setWanted(null)
    const { scroll: now, order: rows } = latest.current
    const to = scrollTo(placeLines(rows.places), now, wanted)
    if (to !== null && frame.current !== null) frame.current.scrollTop = to
    const row = frame.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(wanted)}"] a`)
    row?.focus({ preventScroll: true })
  }, [wanted, frame])
  return useCallback(
    (id: SessionId) => {
      setActive(id)
      setWanted(id)
    },
    [setActive],
  )
}

interface Latest {
  readonly current: {
    readonly ids: readonly SessionId[]
    readonly order: Order
    readonly picked: Picked
    readonly shelf: Shelf
  }
}

interface ManyParts {
  readonly latest: Latest
  readonly shelving: Shelving
  readonly focus: (id: SessionId) => void
  readonly setPicked: (picked: Picked) => void
}

function useMany({ latest, shelving, focus, setPicked }: ManyParts): ManyActions {
  return useMemo(() => {
    /** What leaves the list hands the keyboard to the row that comes next. */
    const leaving = async (sessions: readonly Named[], work: Promise<boolean>) => {
      const next = nextOf(latest.current.ids, sessions)
      const wasHere = isFocusFree()
      if (!(await work)) return
      setPicked(NOTHING)
      if (next !== null && wasHere) focus(next)
    }
    return {
      pin: (sessions) => void shelving.pin(sessions, !sessions.every(({ pinned }) => pinned)),
      archive: (sessions) => void leaving(sessions, shelving.archive(sessions, latest.current.shelf !== 'archived')),
      remove: (sessions) => void leaving(sessions, shelving.remove(sessions)),
      restore: (sessions) => void leaving(sessions, shelving.restore(sessions)),
      purge: (sessions) => askToPurge(sessions, () => leaving(sessions, shelving.purge(sessions))),
    }
  }, [latest, shelving, focus, setPicked])
}

interface RowParts extends ManyParts {
  readonly setRenaming: (id: SessionId | null) => void
  readonly setMenu: (open: boolean) => void
  readonly many: ManyActions
}

function useRowActions({ latest, shelving, focus, setPicked, setRenaming, setMenu, many }: RowParts): RowActions {
  const router = useRouter()
  const fork = useFork()
  return useMemo(
    () => ({
      pick: (id, how) => setPicked(pick(latest.current.picked, id, how, latest.current.ids)),
      startRename: setRenaming,
      async finishRename({ id }, title) {
        if (title !== null) await shelving.rename(id, title)
        setRenaming(null)
        if (isFocusFree()) focus(id)
      },
      pin: (session) => many.pin([session]),
      archive: (session) => many.archive([session]),
      remove: (session) => many.remove([session]),
      restore: (session) => many.restore([session]),
      purge: (session) => many.purge([session]),
      fork: ({ id, title }) => fork({ session: id, title, row: null }),
      runTour: () => void api.runTour().then(({ session }) => router.push(`/s/${session}`), sayError),
      menu: setMenu,
    }),
    [latest, shelving, focus, setPicked, setRenaming, setMenu, many, fork, router],
  )
}

function nextOf(ids: readonly SessionId[], going: readonly Named[]): SessionId | null {
  const leaves = new Set(going.map(({ id }) => id))
  const last = ids.findLastIndex((id) => leaves.has(id))
  const after = ids.slice(last + 1).find((id) => !leaves.has(id))
  return after ?? ids.slice(0, Math.max(0, last)).findLast((id) => !leaves.has(id)) ?? null
}

/** Whether the keyboard is at the list or nowhere: else the person has gone on to something, and is left there. */
function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement?.closest('[data-session], [role="menu"]') !== null
}
