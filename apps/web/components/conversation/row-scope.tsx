'use client'
/**
 * What a row of the conversation knows about its place: what was opened in it, kept while it is out of view and not drawn;
 * whether it must stay drawn; whether the keyboard is at it. Outside of a row everything is the part's own.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'

/** Of one conversation, as long as the page shows it. */
export interface RowMemory {
  readonly opened: Map<string, boolean>
  /** Keeps a row drawn, wherever one scrolls, until it is told otherwise. */
  readonly hold: (row: string, holds: boolean) => void
}

interface Scope {
  readonly row: string
  readonly active: boolean
  readonly memory: RowMemory
}

const RowScope = createContext<Scope | null>(null)

interface Props {
  readonly row: string
  readonly active: boolean
  readonly memory: RowMemory
  readonly children: ReactNode
}

export function InRow({ row, active, memory, children }: Props) {
  const scope = useMemo(() => ({ row, active, memory }), [row, active, memory])
  return <RowScope.Provider value={scope}>{children}</RowScope.Provider>
}

/** Whether the part of that name is open: closed at first. */
export function useOpened(name: string): readonly [boolean, (open: boolean) => void] {
  const scope = useContext(RowScope)
  const key = scope === null ? null : `${scope.row} ${name}`
  const opened = scope?.memory.opened
  const [open, setOpen] = useState(() => key !== null && opened?.get(key) === true)
  const write = useCallback(
    (next: boolean) => {
      setOpen(next)
      if (key !== null) opened?.set(key, next)
    },
    [key, opened],
  )
  return [open, write]
}

/** For a row in which somebody writes. */
export function useHeld(holds: boolean): void {
  const scope = useContext(RowScope)
  const [row, memory] = [scope?.row ?? null, scope?.memory]
  useEffect(() => {
    if (!holds || row === null || memory === undefined) return
    memory.hold(row, true)
    return () => memory.hold(row, false)
  }, [holds, row, memory])
}

/** Tab goes through the buttons of the row that the keyboard is at, and past those of all others. */
export function useTabStop(): 0 | -1 {
  return useContext(RowScope)?.active === false ? -1 : 0
}
