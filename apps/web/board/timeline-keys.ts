/**
 * The timeline's own keys, while the keyboard is in it: W A S D as in Perfetto, `f` and `0` to fit, `m` to measure, `p` for the
 * critical path, Escape to let go. Those that go from verdict to verdict and open the search are heard on the whole page.
 */
import type { StopKind } from '@belay/canvas'
import type { HeldKey, Mover } from './mover'
import { isPlainKey } from './text-field'

export interface TimelineCommands {
  paint(): void
  clear(): void
  fitAll(): void
  fitSelection(): void
  measure(how: 'alone' | 'with'): void
  togglePath(): void
  pin(): void
  goTo(kind: StopKind, step: 1 | -1): void
  find(): void
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
  window.addEventListener('keydown', (event) => actOnPage(event, commands), { signal })
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
    case 'm':
      commands.measure('alone')
      return true
    case 'M':
      commands.measure('with')
      return true
    case 'p':
      commands.togglePath()
      return true
    case 'P':
      commands.pin()
      return true
    case 'Escape':
      commands.clear()
      return true
    default:
      return false
  }
}

/** Not in menus, dialogs and text; the search only where the board or nothing has the keyboard. */
function actOnPage(event: KeyboardEvent, commands: TimelineCommands): void {
  if (event.defaultPrevented || !isPlainKey(event) || isElsewhere(event.target)) return
  switch (event.key) {
    case 'v':
      commands.goTo('verdict', 1)
      break
    case 'V':
      commands.goTo('verdict', -1)
      break
    case 'x':
      commands.goTo('refusal', 1)
      break
    case 'X':
      commands.goTo('refusal', -1)
      break
    case '/':
      if (!isOnBoard(event.target)) return
      commands.find()
      break
    default:
      return
  }
  event.preventDefault()
}

const TAKEN = '[role="menu"], [role="listbox"], [role="dialog"]:not([data-passive])'

function isElsewhere(target: EventTarget | null): boolean {
  return (
    (target instanceof HTMLElement && target.closest(TAKEN) !== null) ||
    document.querySelector('[aria-modal="true"]') !== null
  )
}

function isOnBoard(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.closest('main') !== null)
}
