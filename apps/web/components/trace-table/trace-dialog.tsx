'use client'
/** How often each hook was asked and what came of it, in the turn that is shown or in the whole session. */
import { useQuery } from '@tanstack/react-query'
import { Braces, ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../lib/errors'
import { traceQuery } from '../../lib/queries'
import { type TraceRow, traceRows, traceText } from '../../lib/view/trace-rows'
import { useFolded, useOpenSession, useShown } from '../session/session-context'
import { CopyButton } from '../ui/copy-button'
import { Dialog } from '../ui/dialog'
import { Segments } from '../ui/segments'
import { TraceTable } from './trace-table'
import styles from './trace-table.module.css'

type Scope = 'turn' | 'session'

export function TraceDialog({ onClose }: { readonly onClose: () => void }) {
  const { turn } = useShown()
  const [scope, setScope] = useState<Scope>(turn === null ? 'session' : 'turn')
  const number = scope === 'turn' ? (turn?.number ?? null) : null
  const { rows, trouble } = useRows(number)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Trace of the hooks"
      description="How often each point asked, how often nobody decided there, and what was decided."
      width={980}
    >
      <div className={styles.tools}>
        {turn === null ? null : (
          <Segments
            label="Of what"
            value={scope}
            options={[
              { value: 'turn', label: `Turn ${turn.number}` },
              { value: 'session', label: 'Whole session' },
            ]}
            onValue={(next) => setScope(next === 'turn' ? 'turn' : 'session')}
          />
        )}
        <span className={styles.gap} />
        <CopyButton label="Copy as text" Icon={ClipboardList} text={() => traceText(rows ?? [])} />
        <CopyButton label="Copy as JSON" Icon={Braces} text={() => JSON.stringify(rows ?? [], null, 2)} />
      </div>
      <Body {...{ rows, trouble, onClose }} />
    </Dialog>
  )
}

function useRows(turn: number | null): { readonly rows: readonly TraceRow[] | null; readonly trouble: string | null } {
  const { id } = useOpenSession()
  const { composition } = useShown()
  const said = useFolded(({ turns }) => turns.reduce((sum, one) => sum + one.verdicts.length, 0))
  const { data, error } = useQuery(traceQuery(id, turn, said))
  return {
    rows: data === undefined ? null : traceRows(data, composition?.hooks ?? []),
    trouble: error === null ? null : `The trace could not be read: ${sentenceOf(error)}`,
  }
}

interface BodyProps {
  readonly rows: readonly TraceRow[] | null
  readonly trouble: string | null
  readonly onClose: () => void
}

function Body({ rows, trouble, onClose }: BodyProps) {
  const { select } = useOpenSession()
  const { composition } = useShown()
  if (trouble !== null) return <p className={styles.none}>{trouble}</p>
  if (rows === null) return <p className={styles.none}>Reading…</p>
  if (rows.length === 0)
    return <p className={styles.none}>No hook was asked. Attach one from the palette (H), and send a message.</p>
  const attached = new Map(composition?.hooks.map((hook) => [String(hook.id), hook.id]))
  const pick = (row: TraceRow) => {
    const attachment = row.hookId === null ? undefined : attached.get(row.hookId)
    select(attachment === undefined ? { kind: 'point', point: row.point } : { kind: 'attachment', attachment })
    onClose()
  }
  return <TraceTable rows={rows} onPick={pick} />
}
