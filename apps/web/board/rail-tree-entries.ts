/** The items of the rail's tree, in order: stations, and below each its hooks; and what is said of them. */
import { type CallChain, type RailHook, type RailModel, type RailStation, speakHook, speakStation } from '@belay/canvas'
import type { AttachmentId } from '@belay/trace'
import type { RailProps } from './board-props'
import type { TreeItem } from './board-tree'

export interface RailEntry {
  readonly key: string
  readonly station: RailStation
  /** Place among the station's hooks, -1 for the station itself. */
  readonly hook: number
  readonly above: number
}

export function railEntries(stations: readonly RailStation[]): readonly RailEntry[] {
  const entries: RailEntry[] = []
  for (const station of stations) {
    const above = entries.push({ key: station.point, station, hook: -1, above: -1 }) - 1
    for (const [hook, { key }] of station.hooks.entries()) entries.push({ key, station, hook, above })
  }
  return entries
}

export function hookOf(entry: RailEntry | undefined): RailHook | undefined {
  return entry?.station.hooks[entry.hook]
}

export function attachmentOf(entry: RailEntry | undefined): AttachmentId | null {
  return hookOf(entry)?.attachment ?? null
}

type Looked = Pick<RailProps, 'selection' | 'picked'> & {
  readonly model: RailModel
  readonly chain: CallChain | null
}

export function railItem(entry: RailEntry | undefined, looked: Looked): TreeItem {
  if (entry === undefined) return { label: '', depth: 0, nth: 1, of: 1, expanded: null, selected: false, above: -1 }
  const hook = hookOf(entry)
  return hook === undefined ? stationItem(entry, looked) : hookItem(entry, hook, looked)
}

function stationItem({ station }: RailEntry, { model, selection }: Looked): TreeItem {
  const live = model.place?.live === true && model.place.stop === station.point
  return {
    label: speakStation(station, live),
    ...{ depth: 0, nth: model.stations.indexOf(station) + 1, of: model.stations.length, above: -1 },
    expanded: station.hooks.length > 0 ? true : null,
    selected: selection?.kind === 'point' && selection.point === station.point,
  }
}

function hookItem({ station, hook: at, above }: RailEntry, hook: RailHook, looked: Looked): TreeItem {
  const { selection, picked, chain } = looked
  const isPicked = hook.attachment !== null && picked.includes(hook.attachment)
  const isSelected = selection?.kind === 'attachment' && selection.attachment === hook.attachment
  const words = [speakHook(hook), ...wayWords(chain, hook), ...(isPicked ? ['picked'] : [])]
  return {
    label: words.join(', '),
    ...{ depth: 1, nth: at + 1, of: station.hooks.length, above, expanded: null },
    selected: isPicked || (picked.length === 0 && isSelected),
  }
}

/** `asked as number 2 of 3 about run · npm test: + --dry-run`; of a hook that was not asked, nothing. */
function wayWords(chain: CallChain | null, { key }: RailHook): readonly string[] {
  if (chain === null) return []
  const { steps, title } = chain
  return steps.flatMap((step, at) =>
    step.key === key ? [`asked as number ${at + 1} of ${steps.length} about ${title}: ${step.words}`] : [],
  )
}
