'use client'
/** Where one can go from every page: the sessions, and the pages of hooks. */
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { shortenPath } from '../../lib/format'
import { libraryQuery, sessionsQuery } from '../../lib/queries'
import { TURN_STATUS } from '../../lib/view/sentences'
import type { Place } from '../actions/action'
import { goToHook } from '../hooks-editor/use-open-hook'

export function usePlacesOfApp(): readonly Place[] {
  const { push } = useRouter()
  const { data: sessions } = useQuery(sessionsQuery(''))
  const { data: library } = useQuery(libraryQuery)
  return useMemo(
    () => [
      ...(sessions ?? []).map(({ id, title, workspace, status }): Place => {
        const detail = `${shortenPath(workspace)} · ${TURN_STATUS[status]}`
        return { id: `session.${id}`, title, kind: 'Sessions', detail, go: () => push(`/s/${id}`) }
      }),
      ...(library ?? []).map(({ slug, name, description }): Place => {
        const go = () => goToHook(slug, push)
        return { id: `library.${slug}`, title: name, kind: 'Library of hooks', detail: description, go }
      }),
    ],
    [sessions, library, push],
  )
}
