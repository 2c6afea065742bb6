'use client'
/** A hook file of the person's own, as it is written. */
import type { HookFile } from '@belay/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isNotFound } from '../../lib/errors'
import { hookFileQuery, hooksApi } from './hooks-api'
import { useWrittenText, type WrittenText } from './use-written-text'

export interface WrittenFile extends WrittenText<HookFile> {
  readonly error: unknown
}

export function useHookFile(slug: string): WrittenFile {
  const queries = useQueryClient()
  const query = useQuery(hookFileQuery(slug))
  const { queryKey } = hookFileQuery(slug)
  const gone = isNotFound(query.error)
  const file = useWrittenText<HookFile>({
    slug,
    disk: gone ? null : query.data,
    async save({ base, text }) {
      const { hook: _, problems: __, running: ___, ...now } = await hooksApi.save({ slug, text, expect: base })
      queries.setQueryData(queryKey, now)
      return now
    },
    reread: () => queries.invalidateQueries({ queryKey }),
    settled: () => queries.invalidateQueries({ queryKey: ['library'] }),
  })
  return { ...file, error: gone ? null : query.error }
}
