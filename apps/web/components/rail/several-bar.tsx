'use client'
/** What can be done with the hooks that are picked, on the rail while there are several. */
import { Layers, Unplug, X } from 'lucide-react'
import { MODES } from '../menus/hook-menu'
import { useOpenSession, useShown } from '../session/session-context'
import { Button, IconButton } from '../ui/button'
import { Inline } from '../ui/inline'
import { severalOf } from './several'
import styles from './several-bar.module.css'
import type { Picks } from './use-picks'

interface Props extends Picks {
  readonly onSave: () => void
}

export function SeveralBar({ picked, onPick, onSave }: Props) {
  const { actions } = useOpenSession()
  const { composition } = useShown()
  if (picked.length < 2) return null
  const { ids, called, mode, held } = severalOf(composition, picked)
  return (
    <div className={styles.bar} role="toolbar" aria-label="Picked hooks" data-testid="several">
      <span className={styles.called} role="status">
        <Inline text={called} />
      </span>
      <span className={styles.modes}>
        {MODES.map(([id, label]) => (
          <button
            key={id}
            type="button"
            className={styles.mode}
            aria-pressed={mode === id}
            onClick={() => void actions.changeSeveral(ids, { do: 'mode', mode: id })}
          >
            {label}
          </button>
        ))}
      </span>
      <Button small onClick={onSave} disabled={held !== null} title={held ?? undefined}>
        <Layers size={13} />
        Save as set…
      </Button>
      <Button
        small
        tone="danger"
        disabled={held !== null}
        title={held ?? undefined}
        onClick={() => void actions.changeSeveral(ids, { do: 'detach' })}
      >
        <Unplug size={13} />
        Detach
      </Button>
      <IconButton label="Pick none" keys="Esc" small onClick={() => onPick([])}>
        <X size={14} />
      </IconButton>
    </div>
  )
}
