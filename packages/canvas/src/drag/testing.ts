/** A table with a few hooks on it, for tests of drags. */
import type { Attachment, PointId } from '@belay/trace'
import { railModel } from '../rail/model'
import { type RailScene, railScene } from '../rail/scene'
import { sessionWith, TURN } from '../testing/spans'
import { dropPlaces } from './places'
import type { DragTable, LibraryEntry } from './table'

export const BOX = { width: 1_100, height: 420 }

export function entry(slug: string, points: readonly PointId[], error: string | null = null): LibraryEntry {
  return { slug, name: slug, points, together: false, error }
}

export function sceneOf(hooks: readonly Attachment[], opening: PointId | null = null): RailScene {
  return railScene(railModel(sessionWith(hooks, []), TURN), BOX, opening)
}

export function tableOf(hooks: readonly Attachment[], library: readonly LibraryEntry[], scale = 1): DragTable {
  return { hooks, library, places: dropPlaces(sceneOf(hooks)), scale }
}
