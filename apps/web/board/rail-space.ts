/**
 * Space, held over the rail, makes a drag pan whatever is under it. Space alone stays what it is elsewhere: only where
 * something was panned meanwhile its release means nothing.
 */
import { isTextField } from './text-field'

export class SpaceHeld {
  held = false
  #used = false
  readonly #leaving = new AbortController()

  constructor(over: () => boolean, changed: () => void) {
    const heard = { capture: true, signal: this.#leaving.signal } as const
    const letGo = () => {
      if (!this.held) return
      this.held = false
      changed()
    }
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.code !== 'Space' || event.repeat || !over() || isTextField(event.target)) return
        this.held = true
        this.#used = false
        changed()
      },
      heard,
    )
    window.addEventListener(
      'keyup',
      (event) => {
        if (event.code !== 'Space' || !this.held) return
        if (this.#used) event.stopPropagation()
        letGo()
      },
      heard,
    )
    window.addEventListener('blur', letGo, heard)
  }

  /** Something was panned. */
  use(): void {
    this.#used = true
  }

  end(): void {
    this.#leaving.abort()
  }
}
