'use client'
/** In the menu of one hook: the way to several, for those without a Shift key at hand. */
import type { Attachment } from '@belay/trace'
import { CheckSquare, Layers } from 'lucide-react'
import { useFolded } from '../session/session-context'
import { MenuItem } from '../ui/menu'
import type { Picks } from './use-picks'

export function PickItems({ hook, picked, onPick }: Picks & { readonly hook: Attachment }) {
  const hooks = useFolded((state) => state.composition)?.hooks ?? []
  const members = hook.set === undefined ? [] : hooks.filter(({ set }) => set === hook.set)
  return (
    <>
      {picked.includes(hook.id) ? null : (
        <MenuItem icon={<CheckSquare size={14} />} hint="X" onSelect={() => onPick([...picked, hook.id])}>
          Pick it
        </MenuItem>
      )}
      {members.length < 2 ? null : (
        <MenuItem icon={<Layers size={14} />} hint="G" onSelect={() => onPick(members.map(({ id }) => id))}>
          Pick the set {hook.set}
        </MenuItem>
      )}
    </>
  )
}
