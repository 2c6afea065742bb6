'use client'
/** What a person does to the session. Each says whether it was done; what went wrong is shown as a toast. */
import type { AttachmentChange } from '@belay/api'
import type { Answer, AttachmentId, PermissionMode, QuestionId, SessionId } from '@belay/trace'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, type HookSpec } from '../../lib/api'
import { sayError } from '../../lib/errors'

export interface SessionActions {
  send(text: string): Promise<boolean>
  stop(): Promise<boolean>
  answer(question: QuestionId, answer: Exclude<Answer, { say: 'closed' }>): Promise<boolean>
  rename(title: string): Promise<boolean>
  setModel(model: string): Promise<boolean>
  setPermission(mode: PermissionMode): Promise<boolean>
  attach(spec: HookSpec): Promise<boolean>
  change(attachment: AttachmentId, change: AttachmentChange): Promise<boolean>
  detach(attachment: AttachmentId): Promise<boolean>
  runTour(): Promise<boolean>
}

export function useActions(id: SessionId): SessionActions {
  const queries = useQueryClient()
  return useMemo(() => {
    const run = async (work: Promise<unknown>): Promise<boolean> => {
      try {
        await work
        void queries.invalidateQueries({ queryKey: ['sessions'] })
        return true
      } catch (error) {
        sayError(error)
        return false
      }
    }
    return {
      send: (text) => run(api.send(id, text)),
      stop: () => run(api.stop(id)),
      answer: (question, answer) => run(api.answer(id, question, answer)),
      rename: (title) => run(api.rename(id, title)),
      setModel: (model) => run(api.setModel(id, model)),
      setPermission: (mode) => run(api.setPermission(id, mode)),
      attach: (spec) => run(api.attach(id, spec)),
      change: (attachment, change) => run(api.change(id, attachment, change)),
      detach: (attachment) => run(api.detach(id, attachment)),
      runTour: () => run(api.runTour()),
    }
  }, [id, queries])
}
