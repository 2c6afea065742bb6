'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sayError } from '../../lib/errors'
import { IconButton } from './button'

/** How long the tick stays in place of the sign. */
const SHOWN_MS = 1_400

export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () => navigator.clipboard.writeText(text()).then(() => setDone(true), sayError)
  return (
    <IconButton label={done ? 'Copied' : label} small onClick={copy}>
      {done ? <Check size={14} /> : <Copy size={14} />}
    </IconButton>
  )
}
