/** Colours for a terminal, and nothing at all elsewhere. Pure. */
import { safe } from './text'

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
export type Paint = (colour: Colour, text: string) => string

const CODES: Readonly<Record<Colour, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
}

export function makePaint(colours: boolean): Paint {
  if (!colours) return (_, text) => text
  return (colour, text) => {
    const [on, off] = CODES[colour]
    return text === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that paint gives
const OWN = /(\u001b\[(?:1|2|22|31|32|33|39)m)/

/** A painted line in which nothing but its paint can do anything to a terminal. */
export function safePainted(text: string): string {
  return text
    .split(OWN)
    .map((part, at) => (at % 2 === 1 ? part : safe(part)))
    .join('')
}
