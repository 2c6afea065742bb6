/** Labels measured once and cut to any width; forgotten together when there are too many, or when the fonts changed. */
import { type FontId, type PreparedLabel, prepareLabel } from '@belay/canvas'
import { fontOf } from './fonts'

/** A screen shows a few hundred; this is many screens, and a few megabytes. */
const MOST_LABELS = 6_000

export interface Labels {
  readonly family: string
  of(text: string, font: FontId): PreparedLabel
}

export function createLabels(family: string): Labels {
  const measuring = document.createElement('canvas').getContext('2d')
  const known = new Map<string, PreparedLabel>()
  const measure = (text: string) => measuring?.measureText(text).width ?? 0
  return {
    family,
    of: (text, font) => {
      const key = `${font} ${text}`
      const before = known.get(key)
      if (before !== undefined) {
        return before
      }
      if (known.size >= MOST_LABELS) known.clear()
      const face = fontOf(font, family)
      const label = prepareLabel(text, (part) => {
        if (measuring !== null && measuring.font !== face) measuring.font = face
        return measure(part)
      })
      known.set(key, label)
      return label
    },
  }
}
