'use client'
import type { Span } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { spanDetailQuery } from '../../lib/queries'
import type { Change } from '../../lib/view/chain'
import { diffValues } from '../../lib/view/diff'
import { useFolded, useOpenSession } from '../session/session-context'
import { DiffView } from './diff-view'

type Fetched = Extract<Change, { kind: 'fetch' }>

/** What a rewrite changed. Where the log says only the new value, the old one is fetched from the hook's span. */
export function ChangeView({ change }: { readonly change: Change }) {
  const span = useFolded(({ spans }) => (change.kind === 'fetch' ? spans.get(change.span) : undefined))
  if (change.kind === 'known') return <DiffView lines={diffValues(change.before, change.after)} />
  return span === undefined ? null : <FetchedChange change={change} span={span} />
}

function FetchedChange({ change, span }: { readonly change: Fetched; readonly span: Span }) {
  const { id } = useOpenSession()
  const { data } = useQuery(spanDetailQuery(id, span))
  if (data?.handed === undefined) return null
  // A rewrite that lost, or was said in shadow, changed nothing: then its own value is what it would have come to.
  const after = change.took ? (data.after ?? change.value) : change.value
  return <DiffView lines={diffValues(data.handed, after)} />
}
