/**
 * The words in which a scene is told: plain items with colours and fonts by meaning, for any painter.
 * An item never holds a pixel colour, a font name or a reference to a screen.
 */
import type { Mark } from './mark'

export type ColourId =
  | 'ground'
  | 'panel'
  | 'raised'
  | 'card'
  | 'line'
  | 'grid'
  | 'dots'
  | 'track'
  | 'text'
  | 'soft'
  | 'muted'
  | 'accent'
  | 'live'
  | 'turn'
  | 'step'
  | 'model'
  | 'tool'
  | 'inner'
  | 'compaction'
  | 'hook'
  | Mark

export type FontId = 'tick' | 'bar' | 'station' | 'stationStrong' | 'name' | 'small' | 'pill' | 'count'

export interface RectItem {
  readonly kind: 'rect'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly radius: number
  readonly fill: ColourId | null
  readonly stroke: ColourId | null
  readonly lineWidth: number
  readonly dashed: boolean
  readonly alpha: number
}

export interface CircleItem {
  readonly kind: 'circle'
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly fill: ColourId | null
  readonly stroke: ColourId | null
  readonly lineWidth: number
  readonly alpha: number
}

export interface PathItem {
  readonly kind: 'path'
  /** SVG path data. */
  readonly d: string
  readonly fill: ColourId | null
  readonly stroke: ColourId | null
  readonly lineWidth: number
  readonly dashed: boolean
  readonly alpha: number
}

export interface TextItem {
  readonly kind: 'text'
  readonly x: number
  /** The middle of the line. */
  readonly y: number
  readonly text: string
  /** The painter cuts what is longer. */
  readonly maxWidth: number
  readonly font: FontId
  readonly colour: ColourId
  readonly align: 'left' | 'center' | 'right'
  readonly alpha: number
}

export interface GlyphItem {
  readonly kind: 'glyph'
  readonly mark: Mark
  /** The middle of the glyph. */
  readonly x: number
  readonly y: number
  readonly size: number
  /** Hollow: what a shadow hook would have done. */
  readonly ghost: boolean
  /** How many marks it stands for; a number is written beside it above 1. */
  readonly count: number
  readonly alpha: number
}

export type DrawItem = RectItem | CircleItem | PathItem | TextItem | GlyphItem

type Given<T, K extends keyof T> = Pick<T, K> & Partial<Omit<T, 'kind'>>

const BARE = { fill: null, stroke: null, lineWidth: 1, alpha: 1 } as const

export function rect(given: Given<RectItem, 'x' | 'y' | 'width' | 'height'>): RectItem {
  return { kind: 'rect', ...BARE, radius: 0, dashed: false, ...given }
}

export function circle(given: Given<CircleItem, 'x' | 'y' | 'radius'>): CircleItem {
  return { kind: 'circle', ...BARE, ...given }
}

export function path(given: Given<PathItem, 'd'>): PathItem {
  return { kind: 'path', ...BARE, dashed: false, ...given }
}

export function text(given: Given<TextItem, 'x' | 'y' | 'text' | 'maxWidth' | 'font' | 'colour'>): TextItem {
  return { kind: 'text', align: 'left', alpha: 1, ...given }
}

export function glyph(given: Given<GlyphItem, 'mark' | 'x' | 'y' | 'size'>): GlyphItem {
  return { kind: 'glyph', ghost: false, count: 1, alpha: 1, ...given }
}
