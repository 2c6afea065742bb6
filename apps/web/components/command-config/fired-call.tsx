'use client'
/** A recorded call that a command would be asked about, and what it says when it is fired on it. Firing runs the command itself. */
import type { CommandCheck, RecordedCall } from '@belay/api'
import type { Verdict } from '@belay/trace'
import { Flame } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../lib/errors'
import { formatAgo } from '../../lib/format'
import { verdictMark } from '../../lib/view/mark'
import { describeVerdict } from '../../lib/view/sentences'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { CommandRan } from '../inspector/command-ran'
import { useNow } from '../sessions/use-now'
import { IconButton } from '../ui/button'
import { Inline } from '../ui/inline'
import styles from './commands.module.css'
import { canFire, fireCommand } from './fire-command'

interface Props {
  readonly entry: CommandCheck['entries'][number]
  readonly call: RecordedCall
  readonly saved: boolean
}

type Fired = { readonly verdict: Verdict } | { readonly trouble: string }

export function FiredCall({ entry, call, saved }: Props) {
  const [fired, setFired] = useState<Fired | null>(null)
  const [busy, setBusy] = useState(false)
  const nowMs = useNow(30_000)
  const { at, subject, value, title, turnNumber } = call
  const fire = async () => {
    setBusy(true)
    try {
      setFired({ verdict: await fireCommand(entry, call) })
    } catch (error) {
      setFired({ trouble: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <div className={styles.callRow}>
        <span className={styles.callText}>
          <span className={styles.subject}>{subject === '' ? value : subject}</span>
          <span className={styles.of}>
            {turnNumber === null ? '' : `turn ${turnNumber} · `}
            {formatAgo(at, nowMs)} · {title}
          </span>
        </span>
        {canFire(entry) ? (
          <IconButton
            small
            label={saved ? `Run it on ${subject}` : 'Save first: what is saved is run'}
            disabled={busy || !saved}
            onClick={() => void fire()}
          >
            <Flame size={14} />
          </IconButton>
        ) : null}
      </div>
      {fired === null ? null : (
        <div className={styles.ran} role="status" data-testid="fired-command">
          {'trouble' in fired ? <p className={styles.problem}>{fired.trouble}</p> : <Said verdict={fired.verdict} />}
        </div>
      )}
    </li>
  )
}

function Said({ verdict }: { readonly verdict: Verdict }) {
  return (
    <>
      <p className={styles.said}>
        <VerdictGlyph mark={verdictMark(verdict)} size={14} label="" />
        <span>
          <Inline text={describeVerdict(verdict)} />
        </span>
      </p>
      {verdict.command === undefined ? null : <CommandRan verdict={verdict} detail={null} />}
    </>
  )
}
