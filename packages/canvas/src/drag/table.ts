/** What a drag is played on: the hooks of the session in asking order, what the library says of hooks, and the places on the rail. */
import type { Attachment, AttachmentId, JsonObject, PointId } from '@belay/trace'
import type { DropPlace } from './places'

/** What has to be known of an attached hook to move it. */
export type Standing = Pick<Attachment, 'id' | 'hook' | 'name' | 'source' | 'points' | 'mode'>

export interface LibraryEntry {
  readonly slug: string
  readonly name: string
  /** Where it can stand. */
  readonly points: readonly PointId[]
  /** It stands at all of its points or at none: what it hears at one it judges by at another. */
  readonly together: boolean
  /** Why it does not load, or null. */
  readonly error: string | null
  /** What is wrong with its file while its last good version runs; absent where the file itself runs. */
  readonly stale?: string
  /** Of the code that runs; null where there is none. */
  readonly version?: string | null
  /** What its parameters are where nobody says otherwise, in the order of its form. */
  readonly defaults?: JsonObject
}

export interface DragTable {
  /** In asking order. */
  readonly hooks: readonly Standing[]
  readonly library: readonly LibraryEntry[]
  readonly places: readonly DropPlace[]
  /** Screen pixels for one of the scene: a hand trembles on the screen, not in the scene. */
  readonly scale: number
}

export type DragSource =
  | { readonly from: 'palette'; readonly hook: string }
  | {
      readonly from: 'node'
      readonly attachment: AttachmentId
      readonly point: PointId
      /** All that were picked: those of them that stand at its station go along. Absent: it goes alone. */
      readonly picked?: readonly AttachmentId[]
    }

/** What is on the rail already and moves, itself among it. */
export function movingOf(source: DragSource): readonly AttachmentId[] {
  if (source.from !== 'node') return []
  const { attachment, picked = [] } = source
  return picked.includes(attachment) ? picked : [attachment]
}

/** Those that move and stand at the station where they were taken up, in asking order. */
export function blockOf(table: Pick<DragTable, 'hooks'>, source: DragSource): readonly Standing[] {
  if (source.from !== 'node') return []
  const moving = movingOf(source)
  return table.hooks.filter(({ id, points }) => moving.includes(id) && points.includes(source.point))
}

/** With those alone of what was picked that go along: hooks come and go while one drags. */
export function settled(table: Pick<DragTable, 'hooks'>, source: DragSource): DragSource {
  if (source.from !== 'node' || source.picked === undefined) return source
  const picked = blockOf(table, source).map(({ id }) => id)
  const same = picked.length === source.picked.length && picked.every((id, at) => id === source.picked?.[at])
  return same ? source : { ...source, picked }
}

export function standingOf(table: Pick<DragTable, 'hooks'>, id: AttachmentId): Standing | null {
  return table.hooks.find((hook) => hook.id === id) ?? null
}

export function entryOf(table: Pick<DragTable, 'library'>, slug: string): LibraryEntry | null {
  return table.library.find((entry) => entry.slug === slug) ?? null
}

export function nameOf(table: Pick<DragTable, 'hooks' | 'library'>, source: DragSource): string {
  if (source.from === 'palette') return entryOf(table, source.hook)?.name ?? source.hook
  const block = blockOf(table, source)
  return block.length > 1 ? `${block.length} hooks` : (standingOf(table, source.attachment)?.name ?? '')
}

/** Whether what is being dragged is still there: another page may have taken it away. */
export function isThere(table: Pick<DragTable, 'hooks' | 'library'>, source: DragSource): boolean {
  if (source.from === 'palette') return entryOf(table, source.hook) !== null
  return standingOf(table, source.attachment)?.points.includes(source.point) === true
}
