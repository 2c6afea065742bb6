'use client'
import { Lock } from 'lucide-react'
import { Switch } from 'radix-ui'
import { useId, useState } from 'react'
import type { ExtensionState } from '../../lib/api'
import { useOpenSession } from '../session/session-context'
import { Button } from '../ui/button'
import { Controls } from '../ui/controls'
import { Tip } from '../ui/tip'
import { broughtText, costText, fixedText } from './extension-words'
import styles from './extensions.module.css'

interface Props {
  readonly state: ExtensionState
  /** Whether a turn runs. */
  readonly runs: boolean
  /** Whether it was pressed, and what that costs is shown. */
  readonly asked: boolean
  readonly onAsk: (asked: boolean) => void
}

export function ExtensionRow({ state, runs, asked, onAsk }: Props) {
  const { name, description, enabled, broken } = state
  const label = useId()
  const fixed = fixedText(state)
  return (
    <li className={styles.row} data-on={enabled}>
      <div className={styles.face}>
        <p className={styles.name} id={label}>
          {name}
        </p>
        <p className={styles.description}>
          <Controls text={description} />
        </p>
        {broken === null ? null : <p className={styles.trouble}>Can’t be used: {broken}.</p>}
        <p className={styles.brings}>{broughtText(state)}</p>
      </div>
      {fixed === null ? (
        <Switch.Root
          className={styles.switch}
          checked={enabled}
          disabled={runs}
          onCheckedChange={() => onAsk(!asked)}
          aria-labelledby={label}
          aria-expanded={asked}
        >
          <Switch.Thumb className={styles.thumb} />
        </Switch.Root>
      ) : (
        <Tip text={fixed}>
          <span className={styles.fixed} role="img" aria-label={`${name}: ${fixed}`}>
            <Lock size={14} />
          </span>
        </Tip>
      )}
      {asked && fixed === null ? <Cost {...{ state, onAsk }} /> : null}
    </li>
  )
}

/** Nothing happens before a person has read what it costs; why it could not be is told in the same place. */
function Cost({ state, onAsk }: Pick<Props, 'state' | 'onAsk'>) {
  const { actions } = useOpenSession()
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const on = !state.enabled
  const confirm = async () => {
    setBusy(true)
    const failed = await actions.setExtension(state.name, on)
    setBusy(false)
    setReason(failed)
    if (failed === null) onAsk(false)
  }
  return (
    <div className={styles.cost}>
      {reason === null ? (
        <p>{costText(state)}</p>
      ) : (
        <p className={styles.trouble} role="alert">
          <Controls text={reason} />
        </p>
      )}
      <span className={styles.choices}>
        <Button small onClick={() => onAsk(false)}>
          {reason === null ? 'Leave it' : 'Close'}
        </Button>
        <Button small tone="primary" disabled={busy} onClick={confirm} autoFocus>
          {reason === null ? (on ? 'Switch it on' : 'Switch it off') : 'Try again'}
        </Button>
      </span>
    </div>
  )
}
