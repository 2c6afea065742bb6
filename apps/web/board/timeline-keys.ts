/**
 * The timeline's own keys, while the keyboard is in it: those of its actions, and W A S D as in Perfetto, which can be held. What
 * is held is let go with its key, with the keyboard, and with the window.
 */
import type { Action } from '../components/actions/action'
import { isPress } from '../components/actions/key-press'
import type { Mover } from './mover'
import { isPlainKey } from './text-field'
import type { HeldKey, TimelineCommands } from './timeline-commands'

const HELD: Readonly<Record<string, HeldKey>> = { KeyW: 'w', KeyA: 'a', KeyS: 's', KeyD: 'd' }

interface Heard {
  readonly mover: Mover
  readonly commands: TimelineCommands
  readonly actions: readonly Action[]
}

export function listenTimelineKeys(element: HTMLElement, heard: Heard): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const { mover } = heard
  const down = (event: KeyboardEvent) => {
    if (!isPlainKey(event) || !act(event, heard)) return
    event.preventDefault()
    // The page has keys of its own (A allows, D denies): one press means one thing.
    event.stopPropagation()
  }
  const up = ({ code }: KeyboardEvent) => {
    const key = HELD[code]
    if (key !== undefined) mover.release(key)
  }
  const letGo = () => mover.release(null)
  element.addEventListener('keydown', down, { signal })
  // Wherever the keyboard went meanwhile: a key that is up is not held.
  window.addEventListener('keyup', up, { capture: true, signal })
  element.addEventListener('focusout', letGo, { signal })
  window.addEventListener('blur', letGo, { signal })
  document.addEventListener('visibilitychange', letGo, { signal })
  return () => leaving.abort()
}

function act(event: KeyboardEvent, { mover, commands, actions }: Heard): boolean {
  const held = HELD[event.code]
  if (held !== undefined && !event.shiftKey) {
    mover.hold(held, performance.now())
    commands.paint()
    return true
  }
  const action = actions.find(({ heard, keys }) => heard !== 'page' && keys?.some((key) => isPress(key, event)))
  action?.run()
  return action !== undefined
}
