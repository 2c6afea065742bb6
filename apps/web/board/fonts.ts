/** The faces in which the canvas writes, in the page's own family. */
import type { FontId } from '@belay/canvas'

const FACES: Readonly<Record<FontId, string>> = {
  tick: '400 11px',
  bar: '450 11.5px',
  station: '450 11px',
  stationStrong: '650 11px',
  name: '600 12.5px',
  small: '450 11px',
  pill: '600 12.5px',
  count: '600 10.5px',
}

export function fontOf(font: FontId, family: string): string {
  return `${FACES[font]} ${family}`
}
