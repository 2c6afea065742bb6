'use client'
/** What keeps sessions in order, as functions, and the queries of it. A refusal throws with the server's sentence. */
import type { ForkRequest, SessionQuery, SessionShelving } from '@belay/api'
import type { SessionId, TurnId } from '@belay/trace'
import { queryOptions } from '@tanstack/react-query'
import { trpc } from '../../lib/trpc'

export const keeping = {
  list: (query: SessionQuery) => trpc().sessions.list.query(query),
  shelve: (id: SessionId, shelving: SessionShelving) => trpc().keeping.shelve.mutate({ id, ...shelving }),
  delete: (id: SessionId) => trpc().keeping.delete.mutate({ id }),
  restore: (id: SessionId) => trpc().keeping.restore.mutate({ id }),
  purge: (id: SessionId) => trpc().keeping.purge.mutate({ id }),
  fork: (id: SessionId, request: ForkRequest) => trpc().keeping.fork.mutate({ id, ...request }),
  recentWorkspaces: () => trpc().keeping.recentWorkspaces.query(),
  checkWorkspace: (path: string) => trpc().keeping.checkWorkspace.query({ path }),
  fileChanges: (id: SessionId, turn: TurnId) => trpc().files.changes.query({ id, turn, reach: 'since' }),
}

/** All keys of the list begin alike, so that one word of the server makes every list fresh. */
export const shelfQuery = (query: SessionQuery) =>
  queryOptions({
    queryKey: ['sessions', 'shelf', query],
    queryFn: () => keeping.list(query),
    // The rows that were there stay until the others come: nothing blinks.
    placeholderData: (previous) => previous,
  })

export const recentWorkspacesQuery = queryOptions({
  queryKey: ['sessions', 'workspaces'],
  queryFn: keeping.recentWorkspaces,
})

export const workspaceCheckQuery = (path: string) =>
  queryOptions({
    queryKey: ['workspace', path],
    queryFn: () => keeping.checkWorkspace(path),
    enabled: path !== '',
    // A folder may be made while the dialog is open.
    staleTime: 2_000,
  })

export const fileChangesQuery = (id: SessionId, turn: TurnId | null) =>
  queryOptions({
    queryKey: ['files', id, turn, 'since'],
    queryFn: () => (turn === null ? null : keeping.fileChanges(id, turn)),
    enabled: turn !== null,
    // Whoever looks wants to know how the files stand now.
    staleTime: 0,
  })
