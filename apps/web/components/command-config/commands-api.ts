'use client'
/** What the page asks of the server about `hooks.json`, and the queries of it by one key each. */
import type { CommandFileSave, FireRequest } from '@belay/api'
import type { PointId, SessionId } from '@belay/trace'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { trpc } from '../../lib/trpc'

/** Its name among the hooks of the page: no hook file can be called so. */
export const COMMANDS = 'hooks.json'

export const commandsApi = {
  save: (save: CommandFileSave) => trpc().commandConfig.save.mutate(save),
  checkout: (path: string) => trpc().commandHooks.checkout.query({ path }),
  takeOver: (path: string, hash: string) => trpc().commandHooks.takeOver.mutate({ path, hash }),
  recorded: (point: PointId, session: SessionId) => trpc().why.recorded.query({ point, session, limit: 200 }),
  session: (id: SessionId) => trpc().sessions.get.query({ id }),
  /** One command alone, in the folder that the call was made in. */
  fire: (request: Pick<FireRequest, 'point' | 'event' | 'workspace' | 'only'>) =>
    trpc().hooks.fire.mutate({
      ...{ ...request, attach: [], session: null, rewrites: 'first', stopAtFirstBlock: false },
    }),
}

/** Another editor may save the file at any time: so often it is looked at. */
const LOOK_MS = 2_500
/** Sessions go on meanwhile. */
const RECORD_MS = 10_000

export const commandFileQuery = queryOptions({
  queryKey: ['command-file'],
  queryFn: () => trpc().commandConfig.file.query(),
  refetchInterval: LOOK_MS,
  refetchOnWindowFocus: 'always',
})

export const commandCheckQuery = (text: string) =>
  queryOptions({
    queryKey: ['command-check', text],
    queryFn: () => trpc().commandConfig.check.mutate({ text }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })

export const commandMatchesQuery = (text: string, session: SessionId | null) =>
  queryOptions({
    queryKey: ['command-matches', session, text],
    queryFn: () => trpc().commandConfig.match.mutate({ text, ...(session === null ? {} : { session }) }),
    placeholderData: keepPreviousData,
    refetchInterval: RECORD_MS,
    gcTime: 30_000,
  })
