'use client'
/** The requests of putting back, and the one query that looks at the disk. */
import type { PutBackRequest } from '@belay/api'
import type { SessionId, TurnState } from '@belay/trace'
import { queryOptions } from '@tanstack/react-query'
import { trpc } from '../../lib/trpc'

export type Reach = PutBackRequest['reach']

export const putBack = (id: SessionId, request: PutBackRequest) => trpc().files.putBack.mutate({ id, ...request })
export const undoPutBack = (id: SessionId) => trpc().files.undoPutBack.mutate({ id })

export interface Looking {
  readonly turn: TurnState
  readonly reach: Reach
  /** Moves when what the session did to files may have. */
  readonly since: string
}

/** While a turn runs its tools change files, and no event says which. */
const RUNNING_MS = 2_000

export const filesQuery = (id: SessionId, { turn, reach, since }: Looking) =>
  queryOptions({
    queryKey: ['files', id, turn.id, reach, since],
    queryFn: () => trpc().files.changes.query({ id, turn: turn.id, reach }),
    placeholderData: (previous, query) => (query?.queryKey[2] === turn.id ? previous : undefined),
    refetchInterval: turn.endedAt === null ? RUNNING_MS : false,
  })
