/**
 * The camera of a timeline: a view, whether it goes with a live turn, and whether its scale is still the fitting one.
 * Pure steps from camera to camera; the caller feeds gestures and the clock.
 */
import { toMs, toPx } from './time-scale'
import { clampView, type Extent, fitView, panView, type Viewport, zoomView } from './viewport'

export interface Camera {
  readonly view: Viewport
  /** Goes with *now* while the turn is live. */
  readonly following: boolean
  /** `fit`: all of the turn is in view and stays so; `own`: the scale that a person chose. */
  readonly scale: 'fit' | 'own'
}

export interface CameraScene {
  readonly extent: Extent
  /** Milliseconds after zero where a live turn is now, or null where nothing runs. */
  readonly nowMs: number | null
}

/** Where *now* is kept when a person's own scale follows: a little room to the right shows that it goes on. */
const NOW_AT = 0.92

export function startCamera(size: { readonly width: number; readonly height: number }, scene: CameraScene): Camera {
  const view = { startMs: 0, msPerPx: 1, top: 0, ...size }
  return fitCamera({ view, following: true, scale: 'fit' }, scene)
}

/** Everything in view, and following again. */
export function fitCamera(camera: Camera, scene: CameraScene): Camera {
  return { view: fitted(camera.view, scene), following: true, scale: 'fit' }
}

/** As time goes on, or the content or the size of the view changed. */
export function stepCamera(camera: Camera, scene: CameraScene): Camera {
  if (camera.scale === 'fit')
    return { ...camera, view: { ...fitted(camera.view, scene), top: clampView(camera.view, scene.extent).top } }
  const view = clampView(camera.view, scene.extent)
  return camera.following && scene.nowMs !== null
    ? { ...camera, view: withNow(view, scene.nowMs) }
    : { ...camera, view }
}

export function panCamera(camera: Camera, by: { readonly x: number; readonly y: number }, scene: CameraScene): Camera {
  const view = panView(camera.view, by, reach(scene))
  if (by.x === 0) return { ...camera, view }
  return { view, scale: 'own', following: camera.following && nowInView(view, scene) }
}

export function zoomCamera(
  camera: Camera,
  zoom: { readonly factor: number; readonly px: number },
  scene: CameraScene,
): Camera {
  const view = zoomView(camera.view, zoom, reach(scene))
  return { view, scale: 'own', following: camera.following && nowInView(view, scene) }
}

export function showRange(
  camera: Camera,
  range: { readonly fromMs: number; readonly toMs: number },
  scene: CameraScene,
): Camera {
  return { view: fitView(camera.view, range, reach(scene)), following: false, scale: 'own' }
}

/** The view moved elsewhere by the caller (the minimap, the keyboard): it follows only if *now* is still in it. */
export function moveCamera(camera: Camera, view: Viewport, scene: CameraScene): Camera {
  const moved = clampView(view, reach(scene))
  return { view: moved, scale: 'own', following: camera.following && nowInView(moved, scene) }
}

/** Back to *now*, at the scale that the person chose. */
export function followAgain(camera: Camera, scene: CameraScene): Camera {
  if (camera.scale === 'fit' || scene.nowMs === null) return fitCamera(camera, scene)
  return { ...camera, following: true, view: withNow(camera.view, scene.nowMs, true) }
}

function fitted(view: Viewport, scene: CameraScene): Viewport {
  const end = scene.nowMs === null ? scene.extent.endMs : horizon(Math.max(scene.nowMs, scene.extent.endMs))
  return fitView(view, { fromMs: 0, toMs: end }, { ...scene.extent, endMs: Math.max(end, scene.extent.endMs) })
}

/** A live turn is shown to a horizon that moves rarely: bars do not creep while one reads them. */
const FIRST_HORIZON_MS = 2_000
const HORIZON_GROWTH = 1.3

export function horizon(nowMs: number): number {
  const steps = Math.ceil(Math.log((nowMs * 1.02) / FIRST_HORIZON_MS) / Math.log(HORIZON_GROWTH))
  return FIRST_HORIZON_MS * HORIZON_GROWTH ** Math.max(0, Number.isFinite(steps) ? steps : 0)
}

/** How far one can go: a live turn has room up to its horizon. */
export function reach(scene: CameraScene): Extent {
  if (scene.nowMs === null) return scene.extent
  return { ...scene.extent, endMs: Math.max(scene.extent.endMs, horizon(scene.nowMs)) }
}

/** What is shown on the way to a camera that follows: not a moment without *now*. */
export function shownOnWay(view: Viewport, camera: Camera, scene: CameraScene): Viewport {
  return camera.following && !nowInView(view, scene) ? camera.view : view
}

function nowInView(view: Viewport, scene: CameraScene): boolean {
  if (scene.nowMs === null) return true
  const px = toPx(view, scene.nowMs)
  return px >= 0 && px <= view.width
}

function withNow(view: Viewport, nowMs: number, always = false): Viewport {
  const limit = toMs(view, view.width * NOW_AT)
  if (!always && nowMs <= limit && nowMs >= view.startMs) return view
  return { ...view, startMs: nowMs - view.width * NOW_AT * view.msPerPx }
}
