'use client'
import { Check, Copy, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sayError } from '../../lib/errors'
import { IconButton } from './button'

/** How long the tick stays in place of the sign. */
const SHOWN_MS = 1_400

interface Props {
  readonly label: string
  readonly text: () => string
  /** The sheets where absent: those that copy something else beside it need a sign of their own. */
  readonly Icon?: LucideIcon
  readonly tabIndex?: number
}

export function CopyButton({ label, text, Icon = Copy, tabIndex }: Props) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () => navigator.clipboard.writeText(text()).then(() => setDone(true), sayError)
  return (
    <IconButton label={done ? 'Copied' : label} small tabIndex={tabIndex} onClick={copy}>
      {done ? <Check size={14} /> : <Icon size={14} />}
    </IconButton>
  )
}
