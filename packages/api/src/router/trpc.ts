/** The shape of every procedure: who answers, and how what went wrong is told. No stack and no cause ever leaves. */
import { initTRPC, TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { z } from 'zod'
import { toldProblem, writeProblem } from '../home/write-problem'
import { OperationError, type OperationErrorCode, type Operations } from '../operations'
import { misfitSentence } from './misfit'

export interface RouterContext {
  readonly operations: Operations
  readonly server: ServerFacts
  /** Resolves when whoever reads a stream has taken in most of what was sent. */
  readonly drained?: () => Promise<void>
}

/** What only the server that listens knows. */
export interface ServerFacts {
  readonly version: string
  readonly home: string
  /** A link that signs one browser in, once. */
  signInLink(): string
  /** For what nobody expected: the line goes to the server's log, the page gets a sentence. */
  report(line: string): void
}

const t = initTRPC.context<RouterContext>().create({
  transformer: superjson,
  isDev: false,
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    message: messageOf(error),
    data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path },
  }),
})

function messageOf(error: TRPCError): string {
  if (error.cause instanceof OperationError) return error.message
  if (error.code === 'INTERNAL_SERVER_ERROR') return 'Something went wrong inside Belay. The server log says what.'
  if (error.cause instanceof z.core.$ZodError) return misfitSentence(error.cause)
  if (error.code === 'PARSE_ERROR' || error.cause instanceof SyntaxError) return 'The request is not JSON.'
  if (error.code === 'BAD_REQUEST') return 'The request does not have the shape that this procedure takes.'
  return error.message
}

const CODES = {
  not_found: 'NOT_FOUND',
  bad_input: 'BAD_REQUEST',
  conflict: 'CONFLICT',
  unavailable: 'SERVICE_UNAVAILABLE',
  failed: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<OperationErrorCode, TRPCError['code']>

/** Procedures throw the operations' own errors: they become tRPC's here. */
const told = t.middleware(async ({ next, ctx, path }) => {
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  if (cause instanceof OperationError) throw asTrpcError(cause)
  const problem = writeProblem(cause)
  if (problem !== null && result.error.code === 'INTERNAL_SERVER_ERROR') {
    ctx.server.report(`${path}: ${cause?.message ?? problem.what}`)
    throw asTrpcError(new OperationError('unavailable', toldProblem(problem, 'Nothing was changed.')))
  }
  if (result.error.code === 'INTERNAL_SERVER_ERROR')
    ctx.server.report(`${path}: ${cause?.stack ?? result.error.message}`)
  return result
})

function asTrpcError(cause: OperationError): TRPCError {
  return new TRPCError({ code: CODES[cause.code], message: cause.message, cause })
}

/** The same for what a subscription yields: no middleware hears of what happens after it began. */
export async function* telling<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw error instanceof OperationError ? asTrpcError(error) : error
  }
}

export const router = t.router
export const procedure = t.procedure.use(told)
