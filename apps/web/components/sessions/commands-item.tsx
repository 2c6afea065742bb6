'use client'
/** The commands of `hooks.json`, on or off for this session from its next turn on. */
import { useFolded, useOpenSession } from '../session/session-context'
import { MenuCheck } from '../ui/menu'

export function CommandsItem() {
  const { actions } = useOpenSession()
  const on = useFolded(({ composition }) => composition?.extensions.includes('hooks') === true)
  return (
    <MenuCheck
      checked={on}
      onChecked={() => void actions.setExtension('hooks', !on)}
      description="From the next turn on, all of them; each has a switch on the rail"
    >
      Commands of hooks.json
    </MenuCheck>
  )
}
