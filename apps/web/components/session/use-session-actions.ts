'use client'
/** What a person does to the session. Each says whether it was done; what went wrong is shown as a toast. */
import type { Answer, PermissionMode, QuestionId, SessionId } from '@belay/trace'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api'
import { isNotFound, sayError, sayQuietly } from '../../lib/errors'
import { formatCount, plural } from '../../lib/format'
import { storeOf } from '../../lib/open-store'
import { findMissing } from '../sessions/missing-session'
import { type ComposingActions, composingActions } from './composing-actions'

export interface SessionActions extends ComposingActions {
  send(text: string): Promise<boolean>
  stop(): Promise<boolean>
  answer(question: QuestionId, answer: Exclude<Answer, { say: 'closed' }>): Promise<boolean>
  rename(title: string): Promise<boolean>
  setModel(model: string): Promise<boolean>
  setPermission(mode: PermissionMode): Promise<boolean>
  compact(): Promise<boolean>
  runTour(): Promise<boolean>
}

export function useSessionActions(id: SessionId): SessionActions {
  const queries = useQueryClient()
  return useMemo(() => {
    const run = async (work: Promise<unknown>): Promise<boolean> => {
      try {
        await work
        void queries.invalidateQueries({ queryKey: ['sessions'] })
        return true
      } catch (error) {
        // Where the session itself has gone, the page says so in its place; what was written is kept.
        if (!isNotFound(error) || !(await findMissing(queries, id))) sayError(error)
        return false
      }
    }
    /** A turn keeps what it started with: without a word a change during one would seem to be lost. */
    const ruling = async (work: Promise<unknown>): Promise<boolean> => {
      const done = await run(work)
      if (done && storeOf(id).state.live !== null) sayQuietly('A turn is running: this applies from the next turn.')
      return done
    }
    return {
      ...composingActions(id),
      send: (text) => run(api.send(id, text)),
      stop: () => run(api.stop(id)),
      answer: (question, answer) => run(api.answer(id, question, answer)),
      rename: (title) => run(api.rename(id, title)),
      setModel: (model) => ruling(api.setModel(id, model)),
      setPermission: (mode) => ruling(api.setPermission(id, mode)),
      compact: () => run(compact(id)),
      runTour: () => run(api.runTour()),
    }
  }, [id, queries])
}

async function compact(id: SessionId): Promise<void> {
  const { rows, tokensBefore, tokensAfter } = await api.compact(id)
  const [before, after] = [formatCount(tokensBefore), formatCount(tokensAfter)]
  sayQuietly(
    `${plural(rows, 'message stands', 'messages stand')} as a summary in requests from here on: about ${before} tokens before, ${after} now.`,
  )
}
