'use client'
/** The menu of several hooks: what the bar offers, and where in the asking order they stand. */
import { isBrought } from '@belay/canvas'
import { ChevronsDown, ChevronsUp, Layers, Ungroup, Unplug } from 'lucide-react'
import type { AnchorRect } from '../../board/board-props'
import { anchorStyle } from '../menus/anchored'
import { MODES, modeOf } from '../menus/hook-menu'
import { useOpenSession, useShown } from '../session/session-context'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuNote,
  MenuRadio,
  MenuRadioGroup,
  MenuSeparator,
  MenuTrigger,
} from '../ui/menu'
import { type Several, severalOf } from './several'
import type { Picks } from './use-picks'

interface Props extends Pick<Picks, 'picked'> {
  readonly anchor: AnchorRect
  readonly onSave: () => void
  readonly onClose: () => void
}

export function SeveralMenu({ picked, anchor, onSave, onClose }: Props) {
  const { actions } = useOpenSession()
  const { composition } = useShown()
  const several = severalOf(composition, picked)
  const { ids, called, mode, held } = several
  return (
    <Menu open onOpenChange={(open) => (open ? null : onClose())}>
      <MenuTrigger style={anchorStyle(anchor)} tabIndex={-1} aria-hidden />
      <MenuContent label={called} width={240}>
        <MenuLabel>{called}</MenuLabel>
        <MenuRadioGroup
          value={mode ?? ''}
          onValueChange={(next) => actions.changeSeveral(ids, { do: 'mode', mode: modeOf(next) })}
        >
          {MODES.map(([id, label, text]) => (
            <MenuRadio key={id} value={id} description={text}>
              {label}
            </MenuRadio>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        {held === null ? <OwnItems several={several} onSave={onSave} /> : <MenuNote>{held}</MenuNote>}
      </MenuContent>
    </Menu>
  )
}

/** Of hooks that a person attached. */
function OwnItems({ several, onSave }: { readonly several: Several; readonly onSave: () => void }) {
  const { actions } = useOpenSession()
  const { composition } = useShown()
  const { ids, grouped } = several
  const brought = composition?.hooks.filter(isBrought).length ?? 0
  const last = (composition?.hooks.length ?? 0) - ids.length
  const move = (position: number) => void actions.changeSeveral(ids, { do: 'move', position })
  return (
    <>
      <MenuItem icon={<ChevronsUp size={14} />} onSelect={() => move(brought)}>
        Ask first
      </MenuItem>
      <MenuItem icon={<ChevronsDown size={14} />} onSelect={() => move(last)}>
        Ask last
      </MenuItem>
      <MenuItem icon={<Layers size={14} />} takesFocus onSelect={onSave}>
        Save as a set…
      </MenuItem>
      {grouped ? (
        <MenuItem
          icon={<Ungroup size={14} />}
          description="They stay attached, each for itself"
          onSelect={() => void actions.changeSeveral(ids, { do: 'set', set: null })}
        >
          Ungroup
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem icon={<Unplug size={14} />} danger onSelect={() => void actions.changeSeveral(ids, { do: 'detach' })}>
        Detach
      </MenuItem>
    </>
  )
}
