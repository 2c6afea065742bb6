'use client'
/** A hook by keyboard: the station, then the place among the hooks that stand there. What can't take it says why. */
import { planAt, refusalAt } from '@belay/canvas'
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
  MenuNote,
  MenuSeparator,
  MenuTrigger,
  SubMenu,
  SubMenuContent,
  SubMenuTrigger,
} from '../ui/menu'
import { openAttachForm } from './attach-form-open'
import styles from './palette.module.css'
import { useRailChanges } from './use-rail-changes'

export interface Choosing {
  readonly hook: LibraryHook
  /** Where the keyboard goes back to. */
  readonly opener: HTMLElement
  readonly anchor: AnchorRect
  /** The parameters are asked for first. */
  readonly form: boolean
}

interface Props {
  readonly choosing: Choosing | null
  readonly onClose: () => void
}

const NO_HOOKS: readonly Attachment[] = []

/** There also while nothing is chosen: only so does the menu know that it was a key that opened it. */
export function StationChoice({ choosing, onClose }: Props) {
  return (
    <Menu open={choosing !== null} onOpenChange={(open) => (open ? null : onClose())}>
      {choosing === null ? null : (
        <>
          <MenuTrigger style={anchorStyle(choosing.anchor)} tabIndex={-1} aria-hidden />
          <Stations {...choosing} />
        </>
      )}
    </Menu>
  )
}

function Stations({ hook, anchor, form, opener }: Choosing) {
  const hooks = useFolded((state) => state.composition)?.hooks ?? NO_HOOKS
  const { library, onChange } = useRailChanges()
  const known = { hooks, library }
  const refusals = POINTS.map((point) => ({
    point,
    refusal: refusalAt(known, { from: 'palette', hook: hook.slug }, point),
  }))
  const put = (point: PointId, index: number) => {
    const plan = planAt(known, { from: 'palette', hook: hook.slug }, { point, index })
    if (plan.kind !== 'attach') return
    if (form) openAttachForm({ hook, point, position: plan.position, anchor, opener })
    else void onChange(plan, anchor)
  }
  return (
    <MenuContent label={`Attach ${hook.name}`} width={280}>
      <MenuLabel>Attach {hook.name} at</MenuLabel>
      {refusals
        .filter(({ refusal }) => refusal === null)
        .map(({ point }) => (
          <StationItem key={point} point={point} hooks={hooks} onPut={(index) => put(point, index)} />
        ))}
      <MenuSeparator />
      <OtherStations refusals={refusals} />
    </MenuContent>
  )
}

interface OtherProps {
  readonly refusals: readonly { readonly point: PointId; readonly refusal: string | null }[]
}

/** Each with its reason for those who listen; for the others it is said once. */
function OtherStations({ refusals }: OtherProps) {
  const others = refusals.filter(({ refusal }) => refusal !== null)
  const [first] = others
  if (first === undefined) return null
  return (
    <SubMenu>
      <SubMenuTrigger>Other stations</SubMenuTrigger>
      <SubMenuContent width={300}>
        <MenuNote>{first.refusal}</MenuNote>
        {others.map(({ point, refusal }) => (
          <MenuItem key={point} onSelect={() => undefined} unavailable>
            {point}
            <span className="visually-hidden">: {refusal}</span>
          </MenuItem>
        ))}
      </SubMenuContent>
    </SubMenu>
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
