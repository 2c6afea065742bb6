/** What is dragged, under the pointer, anywhere on the page: its name, and what a drop here would do. It catches no event. */
import { type Box, ghostPlace, type Spot } from '@belay/canvas'
import css from './rail-drag.module.css'

export interface GhostWords {
  readonly name: string
  readonly hint: string
  readonly tone: 'takes' | 'refuses' | 'leaves' | 'plain'
}

export interface GhostAim {
  /** Client pixels. */
  readonly pointer: Spot
  /** What is aimed at, and stays in sight. */
  readonly clear: readonly Box[]
}

export class RailGhost {
  readonly #element = document.createElement('div')
  readonly #name = document.createElement('span')
  readonly #hint = document.createElement('span')

  constructor() {
    this.#element.className = css.ghost ?? ''
    this.#name.className = css.ghostName ?? ''
    this.#hint.className = css.ghostHint ?? ''
    this.#element.append(this.#name, this.#hint)
    this.#element.setAttribute('aria-hidden', 'true')
    this.#element.dataset.testid = 'rail-ghost'
  }

  show({ name, hint, tone }: GhostWords, { pointer, clear }: GhostAim): void {
    if (!this.#element.isConnected) document.body.append(this.#element)
    if (this.#name.textContent !== name) this.#name.textContent = name
    if (this.#hint.textContent !== hint) this.#hint.textContent = hint
    this.#element.dataset.tone = tone
    const { offsetWidth: width, offsetHeight: height } = this.#element
    const room = { width: window.innerWidth, height: window.innerHeight }
    const { x, y } = ghostPlace({ pointer, size: { width, height }, page: room, clear })
    this.#element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  }

  hide(): void {
    this.#element.remove()
  }
}
