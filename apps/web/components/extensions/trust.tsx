'use client'
/** Whether what a folder says to models is read: asked once above the session, changed in the panel of its extensions. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderCheck } from 'lucide-react'
import { api } from '../../lib/api'
import { sayError } from '../../lib/errors'
import { workspaceQuery } from '../../lib/queries'
import { useSummary } from '../session/use-summary'
import { Button } from '../ui/button'
import styles from './trust.module.css'
import { listed, trustText } from './trust-words'

export function TrustBar() {
  const { state, answer, busy } = useTrust()
  if (state === undefined || state.trusted !== null || state.brings.length === 0) return null
  const verb = state.brings.length === 1 ? 'is' : 'are'
  return (
    <section className={styles.bar} aria-label="Trust in this folder">
      <FolderCheck size={15} className={styles.icon} aria-hidden />
      <p className={styles.text}>
        <strong>Do you trust this folder?</strong> Its {listed(state.brings)} {verb} not read until then: what a
        checkout says can lead a model astray.
      </p>
      <Button small disabled={busy} onClick={() => answer(false)}>
        Leave it unread
      </Button>
      <Button small tone="primary" disabled={busy} onClick={() => answer(true)}>
        Trust this folder
      </Button>
    </section>
  )
}

/** How it stands, with the way to change it. */
export function TrustLine() {
  const { state, answer, busy } = useTrust()
  if (state === undefined || (state.brings.length === 0 && state.trusted !== true)) return null
  const trusts = state.trusted === true
  return (
    <div className={styles.line}>
      <p>{trustText(state)}</p>
      <Button small disabled={busy} onClick={() => answer(!trusts)}>
        {trusts ? 'Trust it no more' : 'Trust it'}
      </Button>
    </div>
  )
}

function useTrust() {
  const queries = useQueryClient()
  const workspace = useSummary()?.workspace ?? ''
  const query = workspaceQuery(workspace)
  const { data: state } = useQuery({ ...query, enabled: workspace !== '' })
  const { mutate, isPending } = useMutation({
    mutationFn: (trusted: boolean) => api.trustWorkspace(workspace, trusted),
    onSuccess(after) {
      queries.setQueryData(query.queryKey, after)
      for (const key of ['extensions', 'commands', 'page']) void queries.invalidateQueries({ queryKey: [key] })
    },
    onError: sayError,
  })
  return { state, answer: mutate, busy: isPending }
}
