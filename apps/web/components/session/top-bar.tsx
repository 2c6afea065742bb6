'use client'
import { FileCode2, PanelRight, Search, Square } from 'lucide-react'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { shortenPath } from '../../lib/format'
import { useNavigation } from '../../lib/navigation'
import { commandKey } from '../../lib/platform'
import { openCommands } from '../command-palette/palette-open'
import { ExtensionsButton } from '../extensions/extensions-button'
import { SessionMenu } from '../sessions/session-menu'
import { Button, IconButton } from '../ui/button'
import { Tip } from '../ui/tip'
import { pointerKeys, SESSION_KEYS } from './keys-list'
import { KeysButton } from './keys-sheet'
import { ModelPicker, PermissionPicker } from './pickers'
import { RunState } from './run-state'
import { useFolded, useOpenSession } from './session-context'
import { SettingsMenu } from './settings-menu'
import { Title } from './title'
import styles from './top-bar.module.css'
import { UndoButtons } from './undo-buttons'

interface Props {
  /** null where the inspector has a column of its own. */
  readonly inspector: { readonly open: boolean; readonly toggle: () => void } | null
}

export function TopBar({ inspector }: Props) {
  const facts = useFolded((state) => state.session)
  return (
    <header className={styles.bar}>
      <Link href="/" className={styles.brand} aria-label="Belay: all sessions">
        belay
      </Link>
      <span className={styles.slash} aria-hidden>
        /
      </span>
      {facts === null ? <span className={styles.ghost} /> : <Title title={facts.title} />}
      <SessionMenu />
      {facts === null ? null : (
        <Tip text={facts.workspace}>
          <span className={styles.workspace}>{shortenPath(facts.workspace)}</span>
        </Tip>
      )}
      <span className={styles.gap} />
      <span className={styles.history}>
        <UndoButtons />
      </span>
      <ExtensionsButton />
      <ModelPicker />
      <PermissionPicker />
      <RunState />
      <StopButton />
      <Tools inspector={inspector} />
    </header>
  )
}

function StopButton() {
  const { actions } = useOpenSession()
  const runs = useFolded((state) => state.live !== null)
  const [stopping, setStopping] = useState(false)
  const stop = async () => {
    setStopping(true)
    await actions.stop()
    setStopping(false)
  }
  return (
    <Button
      tone="danger"
      className={styles.stop}
      disabled={!runs || stopping}
      onClick={stop}
      aria-label="Stop the turn"
    >
      <Square size={10} fill="currentColor" strokeWidth={0} />
      Stop
    </Button>
  )
}

function Tools({ inspector }: Props) {
  const navigation = useNavigation()
  const plainKeys = useMemo(() => [pointerKeys(navigation), ...SESSION_KEYS], [navigation])
  return (
    <div className={styles.tools}>
      {inspector === null ? null : (
        <IconButton
          label={inspector.open ? 'Hide the inspector' : 'Show the inspector'}
          aria-pressed={inspector.open}
          onClick={inspector.toggle}
        >
          <PanelRight size={17} />
        </IconButton>
      )}
      <Tip text="Hooks: write and try them">
        <Link href="/hooks" className={styles.link} aria-label="Hooks: write and try them">
          <FileCode2 size={17} />
        </Link>
      </Tip>
      <IconButton
        label="Find what to do, or where to go"
        keys={commandKey('K')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => openCommands(true)}
      >
        <Search size={16} />
      </IconButton>
      <KeysButton plain={plainKeys} />
      <SettingsMenu />
    </div>
  )
}
