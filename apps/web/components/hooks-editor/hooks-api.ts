'use client'
/** What the page of hooks asks of the server, and the queries of it by one key each. */
import type { DraftFire, HookFileSave } from '@belay/api'
import type { PointId, SessionId } from '@belay/trace'
import { queryOptions } from '@tanstack/react-query'
import { trpc } from '../../lib/trpc'

/** Whose drafts these are: a newer one ends an older one. A name only, so that nothing depends on a secure context. */
const PAGE = Math.random().toString(36).slice(2)

export const hooksApi = {
  save: (save: HookFileSave) => trpc().hookFiles.save.mutate(save),
  delete: (slug: string, force: boolean) => trpc().hookFiles.delete.mutate({ slug, force }),
  check: (slug: string, text: string) => trpc().hookFiles.check.mutate({ slug, text, page: PAGE }),
  fire: ({ params, event, ...rest }: DraftFire, signal: AbortSignal) =>
    trpc().hookFiles.fire.mutate({ ...rest, params, event, page: PAGE }, { signal }),
}

/** Another editor may save the file at any time: so often it is looked at. */
const LOOK_MS = 2_500
/** A list of files and what is wrong with them. */
const LIST_MS = 5_000

export const hooksQuery = queryOptions({
  queryKey: ['library'],
  queryFn: () => trpc().hooks.library.query(),
  refetchInterval: LIST_MS,
})

export const programsQuery = queryOptions({
  queryKey: ['programs'],
  queryFn: () => trpc().programs.list.query(),
})

export const hookFileQuery = (slug: string) =>
  queryOptions({
    queryKey: ['hook-file', slug],
    queryFn: () => trpc().hookFiles.file.query({ slug }),
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: 'always',
  })

export const templatesQuery = queryOptions({
  queryKey: ['hook-templates'],
  queryFn: () => trpc().hookFiles.templates.query(),
  staleTime: Number.POSITIVE_INFINITY,
})

export const usesQuery = (hook: string) =>
  queryOptions({
    queryKey: ['hook-uses', hook],
    queryFn: () => trpc().hookFiles.uses.query({ hook }),
    refetchOnWindowFocus: 'always',
  })

const MOST_RECORDED = 100

/** `matcher` of the hook that is tried: each event says whether it takes it. */
export const recordedQuery = (point: PointId, session: SessionId | null, matcher: string | null) =>
  queryOptions({
    queryKey: ['recorded', point, session, matcher],
    queryFn: () =>
      trpc().why.recorded.query({
        point,
        limit: MOST_RECORDED,
        ...(session === null ? {} : { session }),
        ...(matcher === null ? {} : { matcher }),
      }),
    // The same events, beside a matcher that was typed further.
    placeholderData: (before, query) => (query?.queryKey[2] === session ? before : undefined),
  })

/** The page of a built-in hook; null where it has none. */
export const hookDocsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['hook-docs', slug],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const response = await fetch(`/hook-types/docs/${encodeURIComponent(slug)}.md`)
      return response.ok ? response.text() : null
    },
  })
