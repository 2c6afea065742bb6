/** An error as a sentence for people. The server's own sentences are passed on to the letter. */
import { TRPCClientError } from '@trpc/client'
import { toast } from 'sonner'

export function sentenceOf(error: unknown): string {
  if (error instanceof TRPCClientError && error.data === undefined)
    return 'The server could not be reached, so this was probably not done. Try again once the page says “live”.'
  return error instanceof Error ? error.message : String(error)
}

export function isNotFound(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.code === 'NOT_FOUND'
}

export function sayError(error: unknown): void {
  const sentence = sentenceOf(error)
  // One toast a sentence: ten failures of the same kind are one thing to know.
  toast.error(sentence, { id: sentence })
}
