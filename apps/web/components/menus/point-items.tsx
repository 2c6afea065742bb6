'use client'
/** The stations that a hook is asked at, of those that it can stand at; nothing where it has no choice. */
import type { Attachment, PointId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { Waypoints } from 'lucide-react'
import { libraryQuery } from '../../lib/queries'
import { isBroken } from '../../lib/view/load-error'
import { useFolded, useOpenSession } from '../session/session-context'
import { MenuCheck, SubMenu, SubMenuContent, SubMenuTrigger } from '../ui/menu'

export function PointItems({ hook }: { readonly hook: Attachment }) {
  const { data: library } = useQuery(libraryQuery)
  const { actions } = useOpenSession()
  // The menu stays open while these are chosen, and what it was opened for changes under it.
  const hooks = useFolded((state) => state.composition)?.hooks ?? []
  const { points } = hooks.find(({ id }) => id === hook.id) ?? hook
  const known = library?.find(({ slug }) => slug === hook.hook)
  if (known === undefined || isBroken(known) || known.together === true || known.points.length < 2) return null
  const toggle = (point: PointId) => {
    const next = known.points.filter((each) => (each === point) !== points.includes(each))
    void actions.change(hook.id, { points: next })
  }
  return (
    <SubMenu>
      <SubMenuTrigger icon={<Waypoints size={14} />} hint={`${points.length} of ${known.points.length}`}>
        Asked at
      </SubMenuTrigger>
      <SubMenuContent width={230}>
        {known.points.map((point) => {
          const only = points.length === 1 && points.includes(point)
          return (
            <MenuCheck
              key={point}
              checked={points.includes(point)}
              onChecked={() => toggle(point)}
              unavailable={only}
              description={only ? 'It must stand somewhere' : undefined}
            >
              {point}
            </MenuCheck>
          )
        })}
      </SubMenuContent>
    </SubMenu>
  )
}
