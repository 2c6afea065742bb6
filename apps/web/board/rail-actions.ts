/** What a click, a switch or a menu on the rail means, and the words that say so before it is done. */
import {
  addPicks,
  describeHook,
  describeStation,
  type RailHook,
  type RailModel,
  type RailTarget,
  type SpanWords,
  stopAlong,
  togglePick,
} from '@belay/canvas'
import type { AttachmentId, TurnState } from '@belay/trace'
import type { AnchorRect, RailProps, Selection } from './board-props'

export interface RailClick {
  /** Where the target is on the page, for a menu to open beside. */
  readonly anchor: AnchorRect
  /** How far along the target, from its left, 0, to its right, 1. */
  readonly along: number
}

/** What one means alone. */
const LETS_GO: readonly (RailTarget['kind'] | undefined)[] = ['card', 'station', undefined]

export function clickRail(props: RailProps, target: RailTarget | null, { anchor, along }: RailClick): void {
  const attachment = target?.hook?.attachment ?? null
  // A press on one alone lets go of the others.
  if (props.picked.length > 0 && LETS_GO.includes(target?.kind)) props.onPick([])
  switch (target?.kind) {
    case undefined:
      props.onSelect(null)
      break
    case 'set':
      props.onPick(setOf(props, target))
      break
    case 'plus':
      props.onStationMenu(target.station.point, anchor)
      break
    case 'switch':
      if (attachment !== null) props.onToggle(attachment, stopAlong(along))
      break
    case 'menu':
      if (isPicked(props, attachment)) props.onPickedMenu(anchor)
      else if (attachment !== null) props.onHookMenu(attachment, anchor)
      break
    case 'station':
      props.onSelect({ kind: 'point', point: target.station.point })
      break
    case 'card':
      props.onSelect(
        attachment === null ? { kind: 'point', point: target.station.point } : { kind: 'attachment', attachment },
      )
  }
}

export function openRailMenu(props: RailProps, target: RailTarget | null, { anchor }: RailClick): void {
  if (target === null) return
  const attachment = target.hook?.attachment ?? null
  if (target.kind === 'set') props.onPick(setOf(props, target))
  if (target.kind === 'set' || isPicked(props, attachment)) props.onPickedMenu(anchor)
  else if (attachment !== null) props.onHookMenu(attachment, anchor)
  else if (target.hook === null) props.onStationMenu(target.station.point, anchor)
}

/** A press with Shift: one more, or one less; the first goes along with what was selected. */
export function pickRail(props: RailProps, target: RailTarget): void {
  const attachment = target.hook?.attachment ?? null
  if (target.kind === 'set') {
    props.onPick(addPicks(props.picked, setOf(props, target)))
    return
  }
  if (attachment === null) return
  const first = props.picked.length === 0 && props.selection?.kind === 'attachment' ? props.selection.attachment : null
  props.onPick(togglePick(first === null || first === attachment ? props.picked : [first], attachment))
}

/** Whether what is done with a hook is done with all that are picked. */
export function isPicked({ picked }: Pick<RailProps, 'picked'>, attachment: AttachmentId | null): boolean {
  return attachment !== null && picked.length > 1 && picked.includes(attachment)
}

/** All of a set's hooks, wherever on the rail they stand. */
function setOf({ state }: RailProps, { hook }: RailTarget): readonly AttachmentId[] {
  const set = hook?.set ?? null
  return state.composition?.hooks.filter((one) => one.set === set).map(({ id }) => id) ?? []
}

/** A second click on a card: the first has selected it. */
export function openRailHook(props: RailProps, target: RailTarget | null): void {
  const attachment = target?.kind === 'card' ? (target.hook?.attachment ?? null) : null
  if (attachment !== null) props.onHookOpen(attachment)
}

export function wordsOf(model: RailModel, { kind, station, hook }: RailTarget): SpanWords {
  const plain = (title: string): SpanWords => ({ title, facts: [], detail: null })
  switch (kind) {
    case 'plus':
      return plain(`Attach a hook at ${station.point}`)
    case 'set':
      return plain(`The set ${hook?.set ?? ''}: pick its hooks`)
    case 'menu':
      return plain('Mode, failure policy, parameters, detach')
    case 'switch':
      return hook === null ? plain('') : switchWords(hook)
    case 'card':
      return hook === null ? plain('') : describeHook(hook)
    case 'station':
      return describeStation(station, model.place?.live === true && model.place.stop === station.point)
  }
}

const MODE_WORDS = {
  enforce: 'Enforces: its verdicts count.',
  shadow: 'In shadow: it is asked, and what it would do is shown.',
  off: 'Off: it is not asked.',
} as const

function switchWords(hook: RailHook): SpanWords {
  return { title: MODE_WORDS[hook.mode], facts: ['off', 'shadow', 'enforce'], detail: null }
}

/** A hook may stand at several points: all its cards. Of a selected hook's span, the card that it is a call of. */
export function selectedTargets(
  targets: readonly RailTarget[],
  selection: Selection,
  turn: TurnState | null,
): readonly RailTarget[] {
  switch (selection.kind) {
    case 'attachment':
      return targets.filter(({ kind, hook }) => kind === 'card' && hook?.attachment === selection.attachment)
    case 'point':
      return targets.filter(({ kind, station }) => kind === 'station' && station.point === selection.point)
    case 'span': {
      const entry = turn?.verdicts.find(({ span }) => span === selection.span)
      if (entry === undefined) return []
      const key = `${entry.point} ${entry.verdict.hookId}`
      return targets.filter(({ kind, hook }) => kind === 'card' && hook?.key === key)
    }
  }
}

/** The cards of all that are picked. */
export function pickedTargets(targets: readonly RailTarget[], picked: readonly AttachmentId[]): readonly RailTarget[] {
  if (picked.length === 0) return []
  const ids = new Set<string>(picked)
  return targets.filter(({ kind, hook }) => kind === 'card' && hook !== null && ids.has(hook.attachment ?? ''))
}
