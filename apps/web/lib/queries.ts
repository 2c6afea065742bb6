'use client'
/** The queries of the pages, one name and one key each. */
import type { AttachmentId, SessionId, Span, SpanId } from '@belay/trace'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api'

/** A running span's detail is still being written. */
const WRITING_MS = 1_200
/** Payloads are written beside the log, a moment after the span has ended. */
const LATE_TRIES = 4

export const sessionsQuery = (search: string) =>
  queryOptions({
    queryKey: ['sessions', 'list', search],
    queryFn: () => api.sessions(search),
    placeholderData: (previous) => previous,
  })

export const sessionQuery = (id: SessionId) =>
  queryOptions({ queryKey: ['sessions', 'one', id], queryFn: () => api.session(id) })

export const libraryQuery = queryOptions({ queryKey: ['library'], queryFn: api.library })

export const programsQuery = queryOptions({ queryKey: ['programs'], queryFn: api.programs })

/** By the composition that rules: a switch in another tab shows here. */
export const extensionsQuery = (id: SessionId, composition: string) =>
  queryOptions({
    queryKey: ['extensions', id, composition],
    queryFn: () => api.extensions(id),
    placeholderData: (previous) => previous,
    gcTime: KEPT_MS,
  })

/** As a new session has them. */
export const newExtensionsQuery = queryOptions({ queryKey: ['extensions', 'new'], queryFn: () => api.extensions(null) })

export const workspaceQuery = (folder: string) =>
  queryOptions({ queryKey: ['trust', folder], queryFn: () => api.workspaceState(folder) })

export const commandsQuery = (id: SessionId, composition: string) =>
  queryOptions({
    queryKey: ['commands', id, composition],
    queryFn: () => api.sessionCommands(id),
    placeholderData: (previous) => previous,
    gcTime: KEPT_MS,
  })

/** Of a command that has one. */
export const pageQuery = (id: SessionId, name: string) =>
  queryOptions({
    queryKey: ['page', id, name],
    queryFn: async () => {
      const reply = await api.runCommand(id, name, '')
      return reply.kind === 'page' ? reply.page : null
    },
  })

export const hookSetsQuery = queryOptions({ queryKey: ['sets'], queryFn: api.hookSets })

export const modelsQuery = queryOptions({ queryKey: ['models'], queryFn: api.models, staleTime: 60_000 })

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: api.keys })

export const toolsQuery = queryOptions({ queryKey: ['tools'], queryFn: api.tools, staleTime: Number.POSITIVE_INFINITY })

export const spanDetailQuery = (id: SessionId, span: Span) =>
  queryOptions({
    queryKey: ['span', id, span.id, span.status],
    queryFn: () => api.spanDetail(id, span.id),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const late = dataUpdateCount < LATE_TRIES && Object.keys(data ?? {}).length === 0
      return span.end === null || late ? WRITING_MS : false
    },
  })

/** What was answered is shown until the next answer about the same span is there; `grown` says that there is more to ask for. */
export const whyQuery = (id: SessionId, span: SpanId, grown: string) =>
  queryOptions({
    queryKey: ['why', id, span, grown],
    queryFn: () => api.why(id, span),
    placeholderData: (previous, query) => (query?.queryKey[2] === span ? previous : undefined),
    gcTime: KEPT_MS,
  })

/** Answers of a turn that is running are soon out of date. */
const KEPT_MS = 60_000

export const traceQuery = (id: SessionId, turn: number | null, grown: number) =>
  queryOptions({
    queryKey: ['trace', id, turn, grown],
    queryFn: () => api.trace(id, turn),
    placeholderData: (previous, query) => (query?.queryKey[2] === turn ? previous : undefined),
    gcTime: KEPT_MS,
  })

export const shadowQuery = (id: SessionId, attachment: AttachmentId, grown: number) =>
  queryOptions({
    queryKey: ['shadow', id, attachment, grown],
    queryFn: () => api.shadowRecord(id, attachment),
    placeholderData: (previous, query) => (query?.queryKey[2] === attachment ? previous : undefined),
    gcTime: KEPT_MS,
  })
