'use client'
/** All but the newest part of the conversation stands as a summary in later requests. */
import { FoldVertical } from 'lucide-react'
import { useFolded, useOpenSession } from '../session/session-context'
import { MenuItem } from '../ui/menu'

export function CompactItem() {
  const { actions } = useOpenSession()
  const runs = useFolded(({ live }) => live !== null)
  const empty = useFolded(({ rows }) => rows.length === 0)
  return (
    <MenuItem
      icon={<FoldVertical size={14} />}
      description={runs ? 'Not while a turn runs' : 'Earlier messages stand as a summary in requests'}
      unavailable={runs || empty}
      onSelect={() => void actions.compact()}
    >
      Compact now
    </MenuItem>
  )
}
