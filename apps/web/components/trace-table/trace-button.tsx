'use client'
/** The way to the trace, beside the turn that is shown; its dialog and its key, which are there with every panel. */
import { Table2 } from 'lucide-react'
import { useEffect } from 'react'
import type { Action } from '../actions/action'
import { useActions } from '../actions/use-actions'
import { IconButton } from '../ui/button'
import { TraceDialog } from './trace-dialog'
import { openTrace, useTraceOpen } from './trace-open'

export function TraceButton() {
  return (
    <IconButton label="Trace of the hooks" keys="T" small aria-keyshortcuts="t" onClick={() => openTrace(true)}>
      <Table2 size={15} />
    </IconButton>
  )
}

const OPEN_TRACE: readonly Action[] = [
  {
    ...{ id: 'turn.trace', title: 'Show the trace of the hooks', group: 'Verdicts', keys: ['T'], heard: 'page' },
    run: () => openTrace(true),
  },
]

export function TraceHost() {
  const open = useTraceOpen()
  useActions(OPEN_TRACE)
  useEffect(() => () => openTrace(false), [])
  return open ? <TraceDialog onClose={() => openTrace(false)} /> : null
}
