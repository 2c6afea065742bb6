/** Where the parts of the rail are on the page, for menus that open beside them, for tests, and for the tree. */
import { type RailTarget, targetOf } from '@belay/canvas'
import type { AttachmentId, PointId } from '@belay/trace'
import type { AnchorRect } from './board-props'
import { spotOn } from './gestures'
import type { RailCameraKeeper } from './rail-camera-keeper'
import { keyOf } from './rail-overlay'
import type { RailPicture } from './rail-picture'

export class RailFinder {
  readonly #host: HTMLElement
  readonly #picture: RailPicture
  readonly #camera: RailCameraKeeper

  constructor(host: HTMLElement, picture: RailPicture, camera: RailCameraKeeper) {
    this.#host = host
    this.#picture = picture
    this.#camera = camera
  }

  /** Client pixels of a part of the rail. */
  rectOf(
    wanted: { readonly point: PointId } | { readonly attachment: AttachmentId },
    kind: RailTarget['kind'],
  ): DOMRect | null {
    const named = targetOf(this.#picture.scene, wanted)
    const target = this.#picture.scene.targets.find(
      (one) => one.kind === kind && one.station === named?.station && one.hook === named.hook,
    )
    return target === undefined ? null : this.#camera.rectOf(target)
  }

  anchorOf(key: string): AnchorRect | null {
    const target = this.byKey(key)
    return target === null ? null : anchorAt(this.#camera.rectOf(target))
  }

  /** The station or hook under the pointer, by any of its parts. Client pixels. */
  keyUnder(x: number, y: number): string | null {
    const target = this.#camera.hit(spotOn(this.#host, { x, y }))
    return target === null ? null : (target.hook?.key ?? target.station.point)
  }

  byKey(key: string | null): RailTarget | null {
    return key === null ? null : (this.#picture.scene.targets.find((target) => keyOf(target) === key) ?? null)
  }
}

export function anchorAt({ x, y, width, height }: DOMRect): AnchorRect {
  return { x, y, width, height }
}
