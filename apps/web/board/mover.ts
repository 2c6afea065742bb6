/**
 * A camera in motion: gestures move it at once, commands let it glide, held keys drive it frame by frame. What is painted
 * is `view`; where it is going is the camera.
 */
import {
  blendViews,
  type Camera,
  type CameraScene,
  fitCamera,
  followAgain,
  moveCamera,
  panCamera,
  shownOnWay,
  showRange,
  startCamera,
  stepCamera,
  type Viewport,
  zoomCamera,
} from '@belay/canvas'
import { ease, prefersStillness } from './motion'
import type { HeldKey } from './timeline-commands'

const GLIDE_MS = 220
/** What W and S do to the scale, and A and D to the view, at a touch and in a second while held. */
const KEY_STEP = { zoom: 0.85, panPx: 60 } as const
const KEY_SPEED = { zoom: 0.14, panPx: 900 } as const

export class Mover {
  #camera: Camera
  #scene: CameraScene
  #glide: { readonly from: Viewport; startedMs: number | null } | null = null
  readonly #held = new Set<HeldKey>()
  #heldSince = 0
  #lastMs = 0
  /** Counts what a person did to the camera. */
  #hands = 0
  /** Where zooming by key aims: the pointer, or the middle. */
  aim: number | null = null

  constructor(scene: CameraScene) {
    this.#scene = scene
    this.#camera = startCamera({ width: 1, height: 1 }, scene)
  }

  /** The content changed: how far a move may go is judged by what there is now. */
  know(scene: CameraScene): void {
    this.#scene = scene
  }

  get hands(): number {
    return this.#hands
  }

  get camera(): Camera {
    return this.#camera
  }

  view(timeMs: number): Viewport {
    const glide = this.#glide
    if (glide === null) return this.#camera.view
    glide.startedMs ??= timeMs
    const share = (timeMs - glide.startedMs) / GLIDE_MS
    if (share >= 1) this.#glide = null
    return shownOnWay(blendViews(glide.from, this.#camera.view, ease(share)), this.#camera, this.#scene)
  }

  get moves(): boolean {
    return this.#glide !== null || this.#held.size > 0
  }

  start(size: { readonly width: number; readonly height: number }, scene: CameraScene): void {
    this.#scene = scene
    this.#camera = startCamera(size, scene)
    this.#glide = null
  }

  resize(size: { readonly width: number; readonly height: number }): void {
    this.#camera = stepCamera({ ...this.#camera, view: { ...this.#camera.view, ...size } }, this.#scene)
    this.#glide = null
  }

  /** Time went on, or the content changed. A fitted view that jumps to a new horizon glides there. */
  step(scene: CameraScene, timeMs: number): void {
    this.#scene = scene
    const next = stepCamera(this.#camera, scene)
    const jumps = this.#camera.scale === 'fit' && Math.abs(next.view.msPerPx / this.#camera.view.msPerPx - 1) > 0.02
    if (jumps) this.#glideTo(next, timeMs)
    else this.#camera = next
    this.#drive(timeMs)
  }

  pan(x: number, y: number): void {
    this.#hands += 1
    this.#set(panCamera(this.#camera, { x, y }, this.#scene))
  }

  zoom(factor: number, px: number): void {
    this.#hands += 1
    this.#set(zoomCamera(this.#camera, { factor, px }, this.#scene))
  }

  move(view: Viewport): void {
    this.#hands += 1
    this.#set(moveCamera(this.#camera, view, this.#scene))
  }

  fitAll(timeMs: number): void {
    this.#glideTo(fitCamera(this.#camera, this.#scene), timeMs)
  }

  fit(range: { readonly fromMs: number; readonly toMs: number }, timeMs: number): void {
    this.#glideTo(showRange(this.#camera, range, this.#scene), timeMs)
  }

  follow(timeMs: number): void {
    this.#glideTo(followAgain(this.#camera, this.#scene), timeMs)
  }

  glideTo(view: Viewport, timeMs: number): void {
    const { scale, following } = this.#camera
    const moved = moveCamera(this.#camera, view, this.#scene)
    // Scrolling down to a row is no choice of a scale.
    const sideways = Math.abs(view.startMs - this.#camera.view.startMs) > view.msPerPx
    this.#glideTo(sideways ? moved : { view: moved.view, scale, following }, timeMs)
  }

  hold(key: HeldKey, timeMs: number): void {
    if (this.#held.has(key)) return
    this.#held.add(key)
    this.#heldSince = timeMs
    this.touch(key)
  }

  /** One touch of a key that can be held. */
  touch(key: HeldKey): void {
    this.#apply(key, KEY_STEP)
  }

  release(key: HeldKey | null): void {
    if (key === null) this.#held.clear()
    else this.#held.delete(key)
  }

  #drive(timeMs: number): void {
    const passed = Math.min(timeMs - this.#lastMs, 50) / 1_000
    this.#lastMs = timeMs
    // A touch is one step; holding on is a motion.
    if (this.#held.size === 0 || timeMs - this.#heldSince < 200) return
    for (const key of this.#held) this.#apply(key, { zoom: KEY_SPEED.zoom ** passed, panPx: KEY_SPEED.panPx * passed })
  }

  #apply(key: HeldKey, by: { readonly zoom: number; readonly panPx: number }): void {
    const aim = this.aim ?? this.#camera.view.width / 2
    if (key === 'w') this.zoom(by.zoom, aim)
    else if (key === 's') this.zoom(1 / by.zoom, aim)
    else this.pan(key === 'a' ? -by.panPx : by.panPx, 0)
  }

  #set(camera: Camera): void {
    this.#glide = null
    this.#camera = camera
  }

  #glideTo(camera: Camera, timeMs: number): void {
    const from = this.view(timeMs)
    this.#camera = camera
    this.#glide = prefersStillness() || from.width !== camera.view.width ? null : { from, startedMs: null }
  }
}
