/** Foreign values in a sentence: short, on one line, and never thrown at. */
import type { Json } from '@belay/trace'

const MOST_SHOWN = 60

export function shownJson(value: Json): string {
  const text = JSON.stringify(value)
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}…`
}
