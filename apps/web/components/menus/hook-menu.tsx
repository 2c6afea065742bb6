'use client'
import { heldText, isBrought } from '@belay/canvas'
import type { Attachment, FailurePolicy, HookMode } from '@belay/trace'
import { ArrowDown, ArrowUp, CircleCheckBig, Info, LifeBuoy, SlidersHorizontal, Unplug } from 'lucide-react'
import type { AnchorRect } from '../../board/board-props'
import { labelIn } from '../../lib/view/hook-labels'
import { policyText } from '../../lib/view/policy-text'
import { promotingText } from '../../lib/view/shadow-words'
import { useShadowRecord } from '../inspector/use-shadow-record'
import { PickItems } from '../rail/pick-items'
import type { Picks } from '../rail/use-picks'
import { useFolded, useOpenSession, useShown } from '../session/session-context'
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
  SubMenu,
  SubMenuContent,
  SubMenuTrigger,
} from '../ui/menu'
import { anchorStyle } from './anchored'
import { EditorItem } from './editor-item'
import { PointItems } from './point-items'

export const MODES: readonly (readonly [mode: HookMode, label: string, text: string])[] = [
  ['enforce', 'Enforce', 'Its verdicts count'],
  ['shadow', 'Shadow', 'It is asked; what it would do is shown'],
  ['off', 'Off', 'It is not asked'],
]

export const POLICIES: readonly (readonly [policy: FailurePolicy, label: string])[] = [
  ['open', 'Open'],
  ['closed', 'Closed'],
  ['replay', 'Replay'],
]

interface Props {
  readonly hook: Attachment
  readonly anchor: AnchorRect
  readonly picks: Picks
  readonly onParams: () => void
  readonly onClose: () => void
}

export function HookMenu({ hook, anchor, picks, onParams, onClose }: Props) {
  return (
    <Menu open onOpenChange={(open) => (open ? null : onClose())}>
      <MenuTrigger style={anchorStyle(anchor)} tabIndex={-1} aria-hidden />
      <MenuContent label={hook.name} width={250}>
        <HookItems hook={hook} picks={picks} onEdit={onParams} />
      </MenuContent>
    </Menu>
  )
}

function HookItems({ hook, picks, onEdit }: Pick<Props, 'hook' | 'picks'> & { readonly onEdit: () => void }) {
  const { actions, select } = useOpenSession()
  const policy = POLICIES.find(([id]) => id === hook.onFailure)
  const held = heldText(hook)
  const runs = useFolded((state) => state.live !== null)
  return (
    <>
      <MenuLabel>{useHookLabel(hook)}</MenuLabel>
      {runs ? <MenuNote>A turn is running: changes apply from the next one.</MenuNote> : null}
      <MenuRadioGroup value={hook.mode} onValueChange={(mode) => actions.change(hook.id, { mode: modeOf(mode) })}>
        {MODES.map(([mode, label, text]) => (
          <MenuRadio key={mode} value={mode} description={text}>
            {label}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
      {hook.mode === 'shadow' ? <PromoteItem hook={hook} /> : null}
      <MenuSeparator />
      <SubMenu>
        <SubMenuTrigger icon={<LifeBuoy size={14} />} hint={policy?.[1]}>
          When it fails
        </SubMenuTrigger>
        <SubMenuContent width={270}>
          <MenuRadioGroup
            value={hook.onFailure}
            onValueChange={(next) => actions.change(hook.id, { onFailure: policyOf(next) })}
          >
            {POLICIES.map(([id, label]) => (
              <MenuRadio
                key={id}
                value={id}
                disabled={hook.source === 'command' && id !== hook.onFailure}
                description={policyText(id, hook.points)}
              >
                {label}
              </MenuRadio>
            ))}
          </MenuRadioGroup>
        </SubMenuContent>
      </SubMenu>
      {held === null ? (
        <>
          <MenuItem icon={<SlidersHorizontal size={14} />} onSelect={onEdit}>
            Parameters…
          </MenuItem>
          <PointItems hook={hook} />
          <OrderItems hook={hook} />
        </>
      ) : null}
      <MenuItem icon={<Info size={14} />} onSelect={() => select({ kind: 'attachment', attachment: hook.id })}>
        Show in the inspector
      </MenuItem>
      <EditorItem hook={hook} />
      <PickItems hook={hook} {...picks} />
      <MenuSeparator />
      {held === null ? (
        <MenuItem icon={<Unplug size={14} />} danger onSelect={() => void actions.detach(hook.id)}>
          Detach
        </MenuItem>
      ) : (
        <MenuNote>{held}</MenuNote>
      )}
    </>
  )
}

/** What that would have meant so far stands below it. */
function PromoteItem({ hook }: { readonly hook: Attachment }) {
  const { actions } = useOpenSession()
  const record = useShadowRecord(hook)
  return (
    <MenuItem
      icon={<CircleCheckBig size={14} />}
      description={promotingText(record)}
      onSelect={() => void actions.change(hook.id, { mode: 'enforce' })}
    >
      Promote to enforce
    </MenuItem>
  )
}

function OrderItems({ hook }: { readonly hook: Attachment }) {
  const { actions } = useOpenSession()
  const { up, down } = useNeighbours(hook)
  return (
    <>
      <MenuItem
        icon={<ArrowUp size={14} />}
        disabled={up === null}
        onSelect={() => void actions.change(hook.id, { position: up ?? 0 })}
      >
        Ask earlier
      </MenuItem>
      <MenuItem
        icon={<ArrowDown size={14} />}
        disabled={down === null}
        onSelect={() => void actions.change(hook.id, { position: down ?? 0 })}
      >
        Ask later
      </MenuItem>
    </>
  )
}

/** The places to go to, past the nearest hook that shares a point: moving past others would change nothing that shows. */
export function useNeighbours(hook: Attachment): { readonly up: number | null; readonly down: number | null } {
  const hooks = useFolded((state) => state.composition)?.hooks ?? []
  const at = hooks.findIndex(({ id }) => id === hook.id)
  const shares = (other: Attachment) => other.points.some((point) => hook.points.includes(point))
  // Hooks that a program or an extension brought are passed by nobody, and pass nobody.
  if (at < 0 || isBrought(hook)) return { up: null, down: null }
  const first = hooks.findLastIndex(isBrought)
  const up = hooks.findLastIndex((other, index) => index < at && index > first && shares(other))
  const down = hooks.findIndex((other, index) => index > at && shares(other))
  return { up: up < 0 ? null : up, down: down < 0 ? null : down }
}

/** Its name, and its place among hooks of the same name. */
export function useHookLabel({ id, name }: Attachment): string {
  const { composition } = useShown()
  return labelIn(composition, { hookId: id, hook: name })
}

export function modeLabel(mode: HookMode): string {
  return MODES.find(([id]) => id === mode)?.[1] ?? mode
}

export function policyLabel(policy: FailurePolicy): string {
  return POLICIES.find(([id]) => id === policy)?.[1] ?? policy
}

export function modeOf(text: string): HookMode {
  return MODES.find(([mode]) => mode === text)?.[0] ?? 'enforce'
}

export function policyOf(text: string): FailurePolicy {
  return POLICIES.find(([policy]) => policy === text)?.[0] ?? 'open'
}
