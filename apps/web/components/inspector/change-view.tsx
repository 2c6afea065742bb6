'use client'
import type { Json } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { spanDetailQuery } from '../../lib/queries'
import type { Change } from '../../lib/view/chain'
import { diffValues } from '../../lib/view/diff'
import { useOpenSession } from '../session/session-context'
import { DiffView } from './diff-view'

/** What a rewrite changed. Where the log says only the new value, the old one is fetched from the hook's span. */
export function ChangeView({ change }: { readonly change: Change }) {
  return change.kind === 'known' ? (
    <DiffView lines={diffValues(change.before, change.after)} />
  ) : (
    <FetchedChange change={change} />
  )
}

function FetchedChange({ change }: { readonly change: Extract<Change, { kind: 'fetch' }> }) {
  const { id, state } = useOpenSession()
  const span = state.spans.get(change.span)
  const { data } = useQuery({ ...spanDetailQuery(id, span ?? MISSING), enabled: span !== undefined })
  const handed: Json | undefined = data?.handed
  if (handed === undefined) return null
  // A rewrite that lost, or was said in shadow, changed nothing: then its own value is what it would have come to.
  const after = change.took ? (data?.after ?? change.value) : change.value
  return <DiffView lines={diffValues(handed, after)} />
}

const MISSING = { id: '', status: 'ok', end: 0 } as unknown as Parameters<typeof spanDetailQuery>[1]
