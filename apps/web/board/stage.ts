/**
 * The canvases of one board: layers on top of each other, each a single shape that nobody listens to. As large as the
 * element they are in, never larger; sharp on every screen, also after the window moved to another one.
 */
import Konva from 'konva/lib/Core'
import { pixelRatio, watchPixelRatio } from './pixel-ratio'

export interface Surface {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  readonly ratio: number
}

export interface Stage {
  readonly width: number
  readonly height: number
  /** Clears a layer and paints it. */
  draw(layer: number): void
  destroy(): void
}

export interface StageParts {
  /** From the bottom to the top. */
  readonly layers: readonly ((surface: Surface) => void)[]
  /** The size or the ratio changed and the canvases are blank: everything is to be drawn again. */
  readonly resized: () => void
}

export function createStage(host: HTMLDivElement, parts: StageParts): Stage {
  const stage = new Konva.Stage({ container: host, width: 0, height: 0, listening: false })
  let ratio = 1
  let device = 0
  // Konva paints what it is given at once; whoever paints is not there yet.
  let ready = false
  const layers = parts.layers.map((paint) =>
    addLayer(
      stage,
      (surface) => ready && paint(surface),
      () => ratio,
    ),
  )
  const fit = () => {
    const { clientWidth: width, clientHeight: height } = host
    device = window.devicePixelRatio
    ratio = pixelRatio(width, height, device)
    for (const layer of layers) layer.getCanvas().setPixelRatio(ratio)
    stage.size({ width, height })
  }
  const refit = () => {
    fit()
    parts.resized()
  }
  const observer = new ResizeObserver(refit)
  observer.observe(host)
  const unwatch = watchPixelRatio(refit)
  fit()
  ready = true
  return {
    get width() {
      return stage.width()
    },
    get height() {
      return stage.height()
    },
    draw: (layer) => {
      // Also where no event told of another ratio.
      if (device !== window.devicePixelRatio) refit()
      else layers[layer]?.drawScene()
    },
    destroy: () => {
      observer.disconnect()
      unwatch()
      stage.destroy()
    },
  }
}

function addLayer(stage: Konva.Stage, paint: (surface: Surface) => unknown, ratio: () => number): Konva.Layer {
  const layer = new Konva.Layer({ listening: false })
  const shape = new Konva.Shape({
    listening: false,
    perfectDrawEnabled: false,
    sceneFunc: (context) =>
      paint({ context: context._context, width: stage.width(), height: stage.height(), ratio: ratio() }),
  })
  layer.add(shape)
  stage.add(layer)
  return layer
}
