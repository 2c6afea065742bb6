'use client'
/** A hook file is deleted: asked about first where sessions use it, and offered back for a while. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isConflict, sayError } from '../../lib/errors'
import { offerUndo } from '../sessions/undo-toast'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { keepDraft } from './hook-draft'
import { hookFileQuery, hooksApi } from './hooks-api'
import { sessionsText } from './own-hook'

interface Deleting {
  readonly slug: string
  readonly text: string
  readonly sessions: number
  readonly onGone: () => void
  readonly onBack: () => void
}

export interface DeleteHook {
  readonly ask: () => void
  readonly dialog: React.ReactNode
}

export function useDeleteHook(deleting: Deleting): DeleteHook {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = async (force: boolean) => {
    setAsking(false)
    try {
      await deleteHook(queries, deleting, force)
    } catch (error) {
      // It was attached meanwhile.
      if (isConflict(error) && !force) setAsking(true)
      else sayError(error)
    }
  }
  const { slug, sessions } = deleting
  const dialog = asking ? (
    <Dialog
      open
      onOpenChange={setAsking}
      title={`Delete ${slug}?`}
      width={440}
      foot={
        <>
          <Button data-first-focus onClick={() => setAsking(false)}>
            Keep it
          </Button>
          <Button tone="danger" onClick={() => remove(true)}>
            Delete it
          </Button>
        </>
      }
    >
      <p>
        It is attached in {sessionsText(Math.max(1, sessions))}. Where it stands it will be shown as gone and is not
        asked any more.
      </p>
    </Dialog>
  ) : null
  return { ask: () => (sessions > 0 ? setAsking(true) : void remove(false)), dialog }
}

async function deleteHook(queries: QueryClient, { slug, text, onGone, onBack }: Deleting, force: boolean) {
  await hooksApi.delete(slug, force)
  keepDraft(slug, null)
  onGone()
  queries.removeQueries({ queryKey: hookFileQuery(slug).queryKey })
  await queries.invalidateQueries({ queryKey: ['library'] })
  offerUndo(`${slug} was deleted.`, async () => {
    try {
      await hooksApi.save({ slug, text, expect: null })
      await queries.invalidateQueries({ queryKey: ['library'] })
      onBack()
    } catch (error) {
      sayError(error)
    }
  })
}
