/**
 * What of the rail is in view. At rest the line keeps its place and the cards scroll below it. Zoomed it is one sheet seen
 * through a camera, until it is fitted again. Every function is total and answers with a camera inside its bounds.
 */
import { type Box, clamp, type Spot } from '../box'
import { FOOT_PX, type RailBox, type RailScene } from './scene'

export interface RailCamera {
  /** In scene pixels: what is at the left edge. */
  readonly x: number
  /** How far down: of the cards alone, or (`sheet`) of everything. */
  readonly y: number
  readonly scale: number
  readonly sheet: boolean
}

export const RAIL_AT_REST: RailCamera = { x: 0, y: 0, scale: 1, sheet: false }

/** The head of the rail stands here: what a sheet has below it can be neither seen nor hit. */
export const HEAD_PX = 42

/** Further out a card is a speck, closer it fills the rail. */
export const RAIL_SCALE = { least: 0.25, most: 3 } as const
/** How much of the view may be empty beyond an edge of the sheet, so that what is at the edge can be had in the middle. */
const SLACK = 0.3

export function clampRail(scene: RailScene, box: RailBox, camera: RailCamera): RailCamera {
  if (!camera.sheet) {
    const x = clamp(camera.x, 0, Math.max(0, scene.width - box.width))
    return { x, y: clamp(camera.y, 0, Math.max(0, heightOf(scene) - box.height)), scale: 1, sheet: false }
  }
  const scale = clamp(camera.scale, RAIL_SCALE.least, RAIL_SCALE.most)
  const x = along(camera.x, scene.width, box.width / scale)
  return { x, y: along(camera.y, heightOf(scene), box.height / scale), scale, sheet: true }
}

function along(from: number, content: number, view: number): number {
  const beyond = Math.min(view, content) * SLACK
  return clamp(from, Math.min(0, content - view) - beyond, Math.max(0, content - view) + beyond)
}

function heightOf(scene: RailScene): number {
  return scene.cardsY + scene.cardsHeight + FOOT_PX
}

/** By screen pixels: positive shows what is further right and down. */
export function panRail(scene: RailScene, box: RailBox, at: { readonly camera: RailCamera; readonly by: Spot }) {
  const { camera, by } = at
  return clampRail(scene, box, { ...camera, x: camera.x + by.x / camera.scale, y: camera.y + by.y / camera.scale })
}

export interface RailZoom {
  readonly camera: RailCamera
  /** Below 1 is closer. */
  readonly factor: number
  /** What is here, in stage pixels, stays here. */
  readonly at: Spot
}

export function zoomRail(scene: RailScene, box: RailBox, { camera, factor, at }: RailZoom): RailCamera {
  const from = asSheet(scene, camera, at)
  const scale = clamp(from.scale / Math.max(factor, 1e-6), RAIL_SCALE.least, RAIL_SCALE.most)
  const x = from.x + at.x / from.scale - at.x / scale
  const y = from.y + at.y / from.scale - at.y / scale
  return clampRail(scene, box, { x, y, scale, sheet: true })
}

/** The part that is pointed at stays: of scrolled cards and a line that did not scroll with them only one can. */
function asSheet(scene: RailScene, camera: RailCamera, at: Spot): RailCamera {
  if (camera.sheet) return camera
  return { ...camera, y: at.y < scene.cardsY ? 0 : camera.y, sheet: true }
}

/** All of it in view; where it is so already, at rest. */
export function fitRail(scene: RailScene, box: RailBox, camera: RailCamera): RailCamera {
  // The scene leaves room for the head at its top, at its own size.
  const scale = Math.min(1, box.width / scene.width, (box.height - HEAD_PX) / (heightOf(scene) - HEAD_PX))
  if (scale >= 1) return RAIL_AT_REST
  const at = { x: (scene.width - box.width / scale) / 2, y: HEAD_PX - HEAD_PX / scale }
  const fitted = clampRail(scene, box, { ...at, scale, sheet: true })
  const same = camera.sheet && camera.scale === fitted.scale && camera.x === fitted.x && camera.y === fitted.y
  return same ? RAIL_AT_REST : fitted
}

/** The scene's spot under one of the stage. Below the top of the cards it is among the cards, scrolled as they are. */
export function sceneSpot(scene: RailScene, camera: RailCamera, at: Spot): Spot {
  if (camera.sheet) return { x: at.x / camera.scale + camera.x, y: at.y / camera.scale + camera.y }
  return { x: at.x + camera.x, y: at.y < scene.cardsY - CARDS_FROM_PX ? at.y : at.y + camera.y }
}

/** Cards begin a hair above their top, for a pointer. */
export const CARDS_FROM_PX = 2

/** Where a box of the scene is on the stage. The line does not scroll with the cards. */
export function stageBox(camera: RailCamera, zone: 'line' | 'cards', box: Box): Box {
  const { x, y, scale, sheet } = camera
  const down = zone === 'line' && !sheet ? 0 : y
  return { x: (box.x - x) * scale, y: (box.y - down) * scale, width: box.width * scale, height: box.height * scale }
}
