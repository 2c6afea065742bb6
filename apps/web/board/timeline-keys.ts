/** The timeline's own keys, while the keyboard is in it: W A S D as in Perfetto, `f` and `0` to fit, Escape to let go. */
import type { HeldKey, Mover } from './mover'
import { isPlainKey } from './text-field'

export interface TimelineCommands {
  paint(): void
  clear(): void
  fitAll(): void
  fitSelection(): void
}

const HELD: Readonly<Record<string, HeldKey>> = { KeyW: 'w', KeyA: 'a', KeyS: 's', KeyD: 'd' }

export function listenTimelineKeys(element: HTMLElement, mover: Mover, commands: TimelineCommands): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const down = (event: KeyboardEvent) => {
    if (!isPlainKey(event) || !act(event, mover, commands)) return
    event.preventDefault()
    // The page has keys of its own (A allows, D denies): one press means one thing.
    event.stopPropagation()
  }
  const up = ({ code }: KeyboardEvent) => {
    const key = HELD[code]
    if (key !== undefined) mover.release(key)
  }
  element.addEventListener('keydown', down, { signal })
  element.addEventListener('keyup', up, { signal })
  element.addEventListener('focusout', () => mover.release(null), { signal })
  window.addEventListener('blur', () => mover.release(null), { signal })
  return () => leaving.abort()
}

function act(event: KeyboardEvent, mover: Mover, commands: TimelineCommands): boolean {
  const held = HELD[event.code]
  if (held !== undefined && !event.shiftKey) {
    mover.hold(held, performance.now())
    commands.paint()
    return true
  }
  switch (event.key) {
    case 'f':
      commands.fitSelection()
      return true
    case '0':
      commands.fitAll()
      return true
    case 'Escape':
      commands.clear()
      return true
    default:
      return false
  }
}
