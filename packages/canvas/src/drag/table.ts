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
  | { readonly from: 'node'; readonly attachment: AttachmentId; readonly point: PointId }

/** What is on the rail already and moves, or null. */
export function movingOf(source: DragSource): AttachmentId | null {
  return source.from === 'node' ? source.attachment : null
}

export function standingOf(table: Pick<DragTable, 'hooks'>, id: AttachmentId): Standing | null {
  return table.hooks.find((hook) => hook.id === id) ?? null
}

export function entryOf(table: Pick<DragTable, 'library'>, slug: string): LibraryEntry | null {
  return table.library.find((entry) => entry.slug === slug) ?? null
}

export function nameOf(table: Pick<DragTable, 'hooks' | 'library'>, source: DragSource): string {
  if (source.from === 'palette') return entryOf(table, source.hook)?.name ?? source.hook
  return standingOf(table, source.attachment)?.name ?? ''
}

/** Whether what is being dragged is still there: another page may have taken it away. */
export function isThere(table: Pick<DragTable, 'hooks' | 'library'>, source: DragSource): boolean {
  if (source.from === 'palette') return entryOf(table, source.hook) !== null
  return standingOf(table, source.attachment)?.points.includes(source.point) === true
}
