/** What came back over the wire as an error, as the operations would have thrown it here. */
import type { TRPCClientError } from '@trpc/client'
import { OperationError, type OperationErrorCode } from '../operations'
import type { AppRouter } from '../router/app-router'

const CODES: Readonly<Record<string, OperationErrorCode>> = {
  NOT_FOUND: 'not_found',
  BAD_REQUEST: 'bad_input',
  CONFLICT: 'conflict',
  SERVICE_UNAVAILABLE: 'unavailable',
  UNAUTHORIZED: 'unavailable',
}

export function toldError(url: string, error: unknown): Error {
  if (!(error instanceof Error)) return new OperationError('failed', String(error))
  if (error.cause instanceof OperationError) return error.cause
  const code = codeOf(error)
  if (code === null) return unreachable(url)
  return new OperationError(CODES[code] ?? 'failed', error.message)
}

export function unreachable(url: string): OperationError {
  return new OperationError('unavailable', `The server at ${url} does not answer. What it had committed is kept.`)
}

/** What the door says in plain text, before there is a procedure. */
export function refusedAtDoor(url: string, status: number): OperationError | null {
  if (status === 401) return new OperationError('unavailable', `The server at ${url} does not take this token.`)
  if (status === 403) return new OperationError('unavailable', `The server at ${url} does not go by this name.`)
  return null
}

function codeOf(error: Error): string | null {
  const { data } = error as TRPCClientError<AppRouter>
  return data?.code ?? null
}
