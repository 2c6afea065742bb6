'use client'
/**
 * What a person does to sessions as wholes, one or many. What can be taken back is done at once and offers to be; what
 * went wrong is said, and what was done of it stays done.
 */
import type { SessionShelving, SessionSummary } from '@belay/api'
import type { SessionId } from '@belay/trace'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api'
import { sayError, sayQuietly } from '../../lib/errors'
import { plural } from '../../lib/format'
import { keeping } from './keeping'
import { offerUndo } from './undo-toast'

/** What of a session is needed to say what became of it. */
export type Named = Pick<SessionSummary, 'id' | 'title'>

export interface Shelving {
  rename(id: SessionId, title: string): Promise<boolean>
  pin(sessions: readonly Named[], pinned: boolean): Promise<boolean>
  archive(sessions: readonly Named[], archived: boolean): Promise<boolean>
  remove(sessions: readonly Named[]): Promise<boolean>
  restore(sessions: readonly Named[]): Promise<boolean>
  purge(sessions: readonly Named[]): Promise<boolean>
}

/** `onAct` is told to which sessions something is about to be done. */
export function useShelving(onAct?: (ids: readonly SessionId[]) => void): Shelving {
  const queries = useQueryClient()
  return useMemo(() => {
    /** Those for which it was done. */
    const each = async (sessions: readonly Named[], work: (id: SessionId) => Promise<unknown>) => {
      onAct?.(sessions.map(({ id }) => id))
      const results = await Promise.allSettled(sessions.map(({ id }) => work(id)))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed?.status === 'rejected') sayError(failed.reason)
      await queries.invalidateQueries({ queryKey: ['sessions'] })
      return sessions.filter((_, at) => results[at]?.status === 'fulfilled')
    }
    const shelve = (sessions: readonly Named[], shelving: SessionShelving) =>
      each(sessions, (id) => keeping.shelve(id, shelving))
    return {
      rename: async (id, title) => (await each([{ id, title }], () => api.rename(id, title))).length > 0,
      pin: async (sessions, pinned) => (await shelve(sessions, { pinned })).length > 0,
      async archive(sessions, archived) {
        const done = await shelve(sessions, { archived })
        if (done.length === 0) return false
        const said = `${nameOf(done)} ${wasOrWere(done)} ${archived ? 'archived' : 'taken from the archive'}.`
        offerUndo(said, async () => {
          await shelve(done, { archived: !archived })
        })
        return true
      },
      async remove(sessions) {
        const done = await each(sessions, keeping.delete)
        if (done.length === 0) return false
        offerUndo(`${nameOf(done)} ${wasOrWere(done)} deleted.`, async () => {
          await each(done, keeping.restore)
        })
        return true
      },
      async restore(sessions) {
        const done = await each(sessions, keeping.restore)
        if (done.length > 0) sayQuietly(`${nameOf(done)} ${done.length === 1 ? 'is' : 'are'} back.`)
        return done.length > 0
      },
      purge: async (sessions) => (await each(sessions, keeping.purge)).length > 0,
    }
  }, [queries, onAct])
}

/** Quotes the one, counts the many. */
export function nameOf(sessions: readonly Named[]): string {
  const [only] = sessions
  return sessions.length === 1 && only !== undefined ? `“${only.title}”` : plural(sessions.length, 'session')
}

function wasOrWere(sessions: readonly Named[]): string {
  return sessions.length === 1 ? 'was' : 'were'
}
