/** How many hooks are attached, as the rail shows them; and how many ruled the turn that is shown, where those were others. */
import type { Composition } from '@belay/trace'
import { plural } from '../format'

interface Shown {
  /** What the rail shows. */
  readonly attached: Composition | null
  readonly ruling: Composition | null
  readonly turn: number | null
}

/** `5 hooks`, `5 hooks · 0 in turn 1`. */
export function attachedText({ attached, ruling, turn }: Shown): string {
  const text = plural(attached?.hooks.length ?? 0, 'hook')
  return isOther({ attached, ruling, turn }) ? `${text} · ${ruling?.hooks.length ?? 0} in turn ${turn}` : text
}

/** `composition 1850c8b`, `composition d04669b · 1850c8b in turn 1`. */
export function compositionText({ attached, ruling, turn }: Shown): string | null {
  const hash = attached?.hash ?? ruling?.hash
  if (hash === undefined) return null
  const text = `composition ${hash.slice(0, 7)}`
  return isOther({ attached, ruling, turn }) ? `${text} · ${ruling?.hash.slice(0, 7)} in turn ${turn}` : text
}

function isOther({ attached, ruling, turn }: Shown): boolean {
  return turn !== null && ruling !== null && ruling.hash !== attached?.hash
}
