'use client'
/** What a hook in shadow would have done since it was put there, and letting it decide from now on. */
import { markOfDecision } from '@belay/canvas'
import { type Attachment, DECISIONS } from '@belay/trace'
import { CircleCheckBig } from 'lucide-react'
import type { ShadowRecord } from '../../lib/api'
import { formatCount, formatMinute } from '../../lib/format'
import { promotingText, wouldHaveText, wouldWord } from '../../lib/view/shadow-words'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import styles from './attachment-panel.module.css'
import { Muted, Section } from './panel'
import { LineButton } from './turn-panel'
import { useShadowRecord } from './use-shadow-record'

export function AttachmentShadow({ hook }: { readonly hook: Attachment }) {
  const { actions } = useOpenSession()
  const record = useShadowRecord(hook)
  if (hook.mode !== 'shadow') return null
  return (
    <Section title="In shadow">
      <Muted>{sinceText(record)}</Muted>
      <Examples record={record} />
      <div className={styles.promote}>
        <Button small tone="primary" onClick={() => actions.change(hook.id, { mode: 'enforce' })}>
          <CircleCheckBig size={13} />
          Promote to enforce
        </Button>
        <p className={styles.hint}>{promotingText(record)}</p>
      </div>
    </Section>
  )
}

function sinceText(record: ShadowRecord | undefined): string {
  if (record === undefined || record.since === null) return 'It has not been asked in shadow yet.'
  const { since, asked, failed } = record
  const failures = failed === 0 ? '' : `, ${formatCount(failed)} times without an answer`
  const would = wouldHaveText(record)
  const did = would === null ? 'it would have changed nothing' : `it would have ${would}`
  return `Since ${formatMinute(since)}: asked ${formatCount(asked)}${failures}; ${did}.`
}

/** The rest are on the board, hollow. */
const MOST_EXAMPLES = 5

function Examples({ record }: { readonly record: ShadowRecord | undefined }) {
  const { select } = useOpenSession()
  const examples = record?.examples.slice(0, MOST_EXAMPLES) ?? []
  if (examples.length === 0) return null
  return (
    <ul className={styles.spoken}>
      {examples.map(({ span, about, at, subject, decision, reason, turnNumber, point }) => {
        const known = DECISIONS.find((one) => one === decision)
        const target = span ?? about
        return (
          <li key={`${at} ${span ?? ''}`}>
            <LineButton
              mark={known === undefined ? 'context' : markOfDecision(known)}
              hollow
              title={subject === '' ? point : subject}
              aside={turnNumber === null ? point : `turn ${turnNumber}`}
              text={`would have ${wouldWord(decision)}${reason === null ? '' : `: ${reason}`}`}
              onPick={() => (target === null ? null : select({ kind: 'span', span: target }))}
            />
          </li>
        )
      })}
    </ul>
  )
}
