/**
 * From the page to the stage: what a pointer event says is in the page's pixels, as scaled as the ancestors of the stage
 * are. Only the rectangle that the browser measures now knows of that, of scrolling and of the browser's zoom.
 */
import type { Box, Spot } from '../box'

export interface StageSize {
  /** The stage's own pixels. */
  readonly width: number
  readonly height: number
}

export function stageSpot(rect: Box, size: StageSize, client: Spot): Spot {
  return {
    x: (client.x - rect.x) * ratio(size.width, rect.width),
    y: (client.y - rect.y) * ratio(size.height, rect.height),
  }
}

/** The way back, for menus that open beside what is drawn. */
export function clientBox(rect: Box, size: StageSize, box: Box): Box {
  const [across, down] = [ratio(rect.width, size.width), ratio(rect.height, size.height)]
  return {
    x: rect.x + box.x * across,
    y: rect.y + box.y * down,
    width: box.width * across,
    height: box.height * down,
  }
}

/** A stage that is not laid out yet is taken as it is. */
function ratio(of: number, to: number): number {
  return of > 0 && to > 0 ? of / to : 1
}
