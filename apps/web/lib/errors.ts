/** An error as a sentence for people. The server's own sentences are passed on to the letter. */
import { TRPCClientError } from '@trpc/client'
import { createElement } from 'react'
import { toast } from 'sonner'
import { Inline } from '../components/ui/inline'

const UNREACHABLE =
  'The server could not be reached, so this was probably not done. Try again once the page says “live”.'

export function sentenceOf(error: unknown): string {
  if (error instanceof TRPCClientError && error.data === undefined) return UNREACHABLE
  return error instanceof Error ? error.message : String(error)
}

export function isNotFound(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.code === 'NOT_FOUND'
}

export function isConflict(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.code === 'CONFLICT'
}

export function sayError(error: unknown): void {
  const sentence = sentenceOf(error)
  // One toast a sentence: ten failures of the same kind are one thing to know.
  toast.error(createElement(Inline, { text: sentence }), { id: sentence })
}

/** What is worth knowing and nothing to act on. */
export function sayQuietly(sentence: string): void {
  toast(createElement(Inline, { text: sentence }), { id: sentence, duration: QUIET_MS })
}

/** For when the server is heard again: what it said of that is no longer so. */
export function takeBackUnreachable(): void {
  toast.dismiss(UNREACHABLE)
}

/** One short sentence. */
const QUIET_MS = 4_500
