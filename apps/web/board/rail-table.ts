/** What drags and keys on the rail are played on: the hooks as they are shown, and the places of the rail. */
import { type DragTable, dropPlaces, type RailScene } from '@belay/canvas'
import type { RailProps } from './board-props'
import type { RailCameraKeeper } from './rail-camera-keeper'
import type { RailPicture } from './rail-picture'

interface Parts {
  readonly picture: RailPicture
  readonly camera: RailCameraKeeper
  props(): RailProps | null
}

export class RailTable {
  readonly #parts: Parts
  readonly #places = new WeakMap<RailScene, DragTable['places']>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** With the rail as it lies while nothing is dragged. */
  get now(): DragTable {
    const { picture, camera, props } = this.#parts
    return {
      hooks: picture.facts?.hooks ?? [],
      library: props()?.library ?? [],
      places: this.#placesOf(picture.rest),
      scale: camera.now.scale,
    }
  }

  /** As they are shown, with the room that a drag made. */
  get shownPlaces(): DragTable['places'] {
    return this.#placesOf(this.#parts.picture.scene)
  }

  #placesOf(scene: RailScene): DragTable['places'] {
    const known = this.#places.get(scene) ?? dropPlaces(scene)
    this.#places.set(scene, known)
    return known
  }
}
