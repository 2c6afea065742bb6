/** The seven signs as shapes: told apart without their colours. Drawn around a middle at 0, 0 for a size of 14. */
import type { GlyphItem, Mark } from '@belay/canvas'
import type { Palette } from './palette'

const SIZE = 14
const OCTAGON = 'M-2.7 -6.4h5.4l3.8 3.8v5.2l-3.8 3.8h-5.4l-3.8 -3.8v-5.2z'
const TRIANGLE = 'M0 -6.2l6.6 11.6h-13.2z'
const DIAMOND = 'M0 -6.4l6.4 6.4l-6.4 6.4l-6.4 -6.4z'

interface Shape {
  readonly body: Path2D
  /** What is cut into the body, drawn with round strokes. */
  readonly inside: Path2D | null
  /** A ring instead of a filled body. */
  readonly ring: boolean
}

let shapes: Readonly<Record<Mark, Shape>> | null = null

function shapeOf(mark: Mark): Shape {
  shapes ??= {
    pass: { body: disc(2.6), inside: null, ring: false },
    context: { body: disc(5.4), inside: new Path2D('M-2.5 0h5M0 -2.5v5'), ring: true },
    rewrite: { body: new Path2D(DIAMOND), inside: null, ring: false },
    ask: { body: disc(6.3), inside: question(), ring: false },
    failed: { body: new Path2D(TRIANGLE), inside: new Path2D('M0 -1.8v3.2M0 3.5v0.05'), ring: false },
    block: { body: disc(6.3), inside: new Path2D('M-3 0h6'), ring: false },
    halt: { body: new Path2D(OCTAGON), inside: new Path2D('M-2 -2h4v4h-4z'), ring: false },
  }
  return shapes[mark]
}

function disc(radius: number): Path2D {
  const path = new Path2D()
  path.arc(0, 0, radius, 0, 2 * Math.PI)
  return path
}

function question(): Path2D {
  return new Path2D('M-1.9 -1.5a1.95 1.95 0 1 1 2.9 1.75q-1 0.6 -1 1.45M0 3.6v0.05')
}

export function paintGlyph(context: CanvasRenderingContext2D, item: GlyphItem, palette: Palette): void {
  const { body, inside, ring } = shapeOf(item.mark)
  const colour = palette[item.mark]
  context.save()
  context.translate(item.x, item.y)
  context.scale(item.size / SIZE, item.size / SIZE)
  context.globalAlpha = item.alpha
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = colour
  context.fillStyle = colour
  if (ring || item.ghost) {
    paintHollow(context, body, { ghost: item.ghost, ground: palette.panel })
  } else {
    // A hair of ground around it keeps the sign apart from what it lies on.
    context.strokeStyle = palette.panel
    context.lineWidth = 2
    context.stroke(body)
    context.fill(body)
  }
  if (inside !== null) {
    context.lineWidth = 1.9
    context.strokeStyle = ring || item.ghost ? colour : palette.onMark
    context.stroke(inside)
  }
  context.restore()
}

/** A ring, or what shadow said: dashed, since it decided nothing. */
function paintHollow(context: CanvasRenderingContext2D, body: Path2D, look: { ghost: boolean; ground: string }): void {
  const colour = context.fillStyle
  context.fillStyle = look.ground
  context.fill(body)
  context.fillStyle = colour
  context.lineWidth = look.ghost ? 1.4 : 1.9
  if (look.ghost) context.setLineDash([2.2, 2])
  context.stroke(body)
  context.setLineDash([])
}
