/** What is dragged, under the pointer, anywhere on the page: its name, and what a drop here would do. It catches no event. */
import css from './rail-drag.module.css'

export interface GhostWords {
  readonly name: string
  readonly hint: string
  readonly tone: 'takes' | 'refuses' | 'leaves' | 'plain'
}

/** Beside the pointer, so that what is aimed at stays in sight. */
const OFF_PX = { x: 14, y: 12 } as const

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

  show({ name, hint, tone }: GhostWords, client: { readonly x: number; readonly y: number }): void {
    if (!this.#element.isConnected) document.body.append(this.#element)
    if (this.#name.textContent !== name) this.#name.textContent = name
    if (this.#hint.textContent !== hint) this.#hint.textContent = hint
    this.#element.dataset.tone = tone
    // At the right edge it stands left of the pointer, at the foot above it.
    const { offsetWidth: width, offsetHeight: height } = this.#element
    const left = client.x + OFF_PX.x + width > window.innerWidth
    const x = left ? client.x - OFF_PX.x - width : client.x + OFF_PX.x
    const y = Math.min(client.y + OFF_PX.y, window.innerHeight - height - 4)
    this.#element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  }

  hide(): void {
    this.#element.remove()
  }
}
