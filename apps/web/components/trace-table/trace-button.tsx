'use client'
/** The way to the trace, beside the turn that is shown; its dialog and its key, which are there with every panel. */
import { Table2 } from 'lucide-react'
import { useEffect } from 'react'
import { isWriting } from '../session/keys-sheet'
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

export function TraceHost() {
  const open = useTraceOpen()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key === 't' && document.querySelector('[role="dialog"]') === null) openTrace(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => () => openTrace(false), [])
  return open ? <TraceDialog onClose={() => openTrace(false)} /> : null
}
