'use client'
/** A message that another page hands to a session's composer, which then takes the focus. */
import type { SessionId } from '@belay/trace'
import { keepText } from '../../lib/kept-text'
import { draftKey } from '../../lib/use-draft'

let handed: SessionId | null = null

export function handOverText(session: SessionId, text: string): void {
  keepText(draftKey(session), text)
  handed = session
}

/** Once, for the composer that it was handed to. */
export function takeHandedText(session: SessionId): boolean {
  if (handed !== session) return false
  handed = null
  return true
}
