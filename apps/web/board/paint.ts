/**
 * Draw items onto a canvas, in their order. Knows colours, fonts and pixels, and nothing of what the items mean.
 * Edges fall on device pixels, so that bars and lines are sharp at every ratio.
 */
import {
  type CircleItem,
  type DrawItem,
  isRightToLeft,
  type PathItem,
  type RectItem,
  type TextItem,
} from '@belay/canvas'
import { fontOf } from './fonts'
import type { Labels } from './labels'
import { paintGlyph } from './paint-glyph'
import type { Palette } from './palette'

export interface Brush {
  readonly context: CanvasRenderingContext2D
  readonly palette: Palette
  readonly labels: Labels
  /** Device pixels for one CSS pixel. */
  readonly ratio: number
}

export function paintItems(brush: Brush, items: readonly DrawItem[]): void {
  for (const item of items) paintItem(brush, item)
  brush.context.globalAlpha = 1
}

function paintItem(brush: Brush, item: DrawItem): void {
  switch (item.kind) {
    case 'rect':
      paintRect(brush, item)
      break
    case 'circle':
      paintCircle(brush, item)
      break
    case 'path':
      paintPath(brush, item)
      break
    case 'text':
      paintText(brush, item)
      break
    case 'glyph':
      paintSign(brush, item)
  }
}

const DASH = [4, 3]

function paintRect(brush: Brush, item: RectItem): void {
  const { context, palette } = brush
  const snap = (value: number) => Math.round(value * brush.ratio) / brush.ratio
  // A stroked edge was placed by half its width by whoever made the scene; a filled one is set on the pixel here.
  const [x, right] = item.stroke === null ? [snap(item.x), snap(item.x + item.width)] : [item.x, item.x + item.width]
  const width = Math.max(right - x, 0)
  context.globalAlpha = item.alpha
  if (item.fill !== null && item.radius <= 0.5 && item.stroke === null) {
    context.fillStyle = palette[item.fill]
    context.fillRect(x, item.y, width, item.height)
    return
  }
  context.beginPath()
  context.roundRect(x, item.y, width, item.height, Math.min(item.radius, width / 2, item.height / 2))
  finish(brush, item)
}

function paintCircle(brush: Brush, item: CircleItem): void {
  brush.context.globalAlpha = item.alpha
  brush.context.beginPath()
  brush.context.arc(item.x, item.y, item.radius, 0, 2 * Math.PI)
  finish(brush, { ...item, dashed: false })
}

function finish({ context, palette }: Brush, item: Pick<RectItem, 'fill' | 'stroke' | 'lineWidth' | 'dashed'>): void {
  if (item.fill !== null) {
    context.fillStyle = palette[item.fill]
    context.fill()
  }
  if (item.stroke === null) return
  context.strokeStyle = palette[item.stroke]
  context.lineWidth = item.lineWidth
  if (item.dashed) context.setLineDash(DASH)
  context.stroke()
  if (item.dashed) context.setLineDash([])
}

function paintPath({ context, palette }: Brush, item: PathItem): void {
  const path = new Path2D(item.d)
  context.globalAlpha = item.alpha
  if (item.fill !== null) {
    context.fillStyle = palette[item.fill]
    context.fill(path)
  }
  if (item.stroke === null) return
  context.strokeStyle = palette[item.stroke]
  context.lineWidth = item.lineWidth
  context.lineCap = 'round'
  context.lineJoin = 'round'
  if (item.dashed) context.setLineDash(DASH)
  context.stroke(path)
  context.setLineDash([])
}

function paintText({ context, palette, labels }: Brush, item: TextItem): void {
  const cut = labels.of(item.text, item.font).cut(item.maxWidth)
  if (cut === '') return
  context.globalAlpha = item.alpha
  context.font = fontOf(item.font, labels.family)
  context.fillStyle = palette[item.colour]
  context.textBaseline = 'middle'
  context.textAlign = item.align
  // Each label is a paragraph of its own: it runs in its own direction and cannot turn its neighbours around.
  context.direction = isRightToLeft(cut) ? 'rtl' : 'ltr'
  context.fillText(cut, item.x, item.y)
}

function paintSign(brush: Brush, item: Extract<DrawItem, { kind: 'glyph' }>): void {
  paintGlyph(brush.context, item, brush.palette)
  if (item.count < 2) return
  const { context, palette, labels } = brush
  context.globalAlpha = item.alpha
  context.font = fontOf('count', labels.family)
  context.fillStyle = palette[item.mark]
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  context.direction = 'ltr'
  // A hair of ground around the number keeps it readable over the next bar.
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = palette.panel
  context.strokeText(String(item.count), item.x + item.size / 2 + 2, item.y + 0.5)
  context.fillText(String(item.count), item.x + item.size / 2 + 2, item.y + 0.5)
}
