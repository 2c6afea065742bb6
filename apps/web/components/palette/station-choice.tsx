'use client'
/** A hook by keyboard: the station, then the place among the hooks that stand there. What can't take it says why. */
import { askingPosition, refusalAt } from '@belay/canvas'
import { type Attachment, POINTS, type PointId } from '@belay/trace'
import type { AnchorRect } from '../../board/board-props'
import type { LibraryHook } from '../../lib/api'
import { anchorStyle } from '../menus/anchored'
import { useFolded } from '../session/session-context'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
  SubMenu,
  SubMenuContent,
  SubMenuTrigger,
} from '../ui/menu'
import { openAttachForm } from './attach-form-open'
import styles from './palette.module.css'
import { useRailChanges } from './use-rail-changes'

interface Props {
  readonly hook: LibraryHook
  readonly anchor: AnchorRect
  readonly form: boolean
  readonly onClose: () => void
}

const NO_HOOKS: readonly Attachment[] = []

export function StationChoice({ hook, anchor, form, onClose }: Props) {
  const hooks = useFolded((state) => state.composition)?.hooks ?? NO_HOOKS
  const { library, onChange } = useRailChanges()
  const known = { hooks, library }
  const refusals = POINTS.map((point) => ({
    point,
    refusal: refusalAt(known, { from: 'palette', hook: hook.slug }, point),
  }))
  const put = (point: PointId, index: number) => {
    const position = askingPosition(hooks, null, { point, index })
    if (form) openAttachForm({ hook, point, position, anchor })
    else void onChange({ kind: 'attach', hook: hook.slug, point, position }, anchor)
  }
  return (
    <Menu open onOpenChange={(open) => (open ? null : onClose())}>
      <MenuTrigger style={anchorStyle(anchor)} tabIndex={-1} aria-hidden />
      <MenuContent label={`Attach ${hook.name}`} width={280}>
        <MenuLabel>Attach {hook.name} at</MenuLabel>
        {refusals
          .filter(({ refusal }) => refusal === null)
          .map(({ point }) => (
            <StationItem key={point} point={point} hooks={hooks} onPut={(index) => put(point, index)} />
          ))}
        <MenuSeparator />
        <SubMenu>
          <SubMenuTrigger>Other stations</SubMenuTrigger>
          <SubMenuContent width={330}>
            {refusals
              .filter(({ refusal }) => refusal !== null)
              .map(({ point, refusal }) => (
                <MenuItem key={point} onSelect={() => undefined} unavailable={refusal ?? undefined}>
                  {point}
                </MenuItem>
              ))}
          </SubMenuContent>
        </SubMenu>
      </MenuContent>
    </Menu>
  )
}

interface StationProps {
  readonly point: PointId
  readonly hooks: readonly Attachment[]
  readonly onPut: (index: number) => void
}

function StationItem({ point, hooks, onPut }: StationProps) {
  const here = hooks.filter(({ points }) => points.includes(point))
  if (here.length === 0) return <MenuItem onSelect={() => onPut(0)}>{point}</MenuItem>
  return (
    <SubMenu>
      <SubMenuTrigger hint={`${here.length} there`}>{point}</SubMenuTrigger>
      <SubMenuContent width={230}>
        <MenuItem onSelect={() => onPut(here.length)} hint="last">
          after {here.at(-1)?.name}
        </MenuItem>
        {here.map(({ id, name }, index) => (
          <MenuItem key={id} onSelect={() => onPut(index)} hint={index === 0 ? 'first' : undefined}>
            <span className={styles.place}>before {name}</span>
          </MenuItem>
        ))}
      </SubMenuContent>
    </SubMenu>
  )
}
