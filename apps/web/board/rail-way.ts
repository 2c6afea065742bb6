/** The way of the call that is selected, as far as the record goes; made anew only when one of what it is made of is another. */
import { type CallChain, type ChainScene, callChain, chainScene, type RailScene } from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { RailFacts } from './rail-picture'

export class RailWay {
  #facts: RailFacts | null = null
  #about: SpanId | null = null
  #chain: CallChain | null = null
  #drawn: { readonly chain: CallChain; readonly of: RailScene; readonly scene: ChainScene } | null = null

  get chain(): CallChain | null {
    return this.#chain
  }

  update(facts: RailFacts | null, about: SpanId | null): void {
    if (facts === this.#facts && about === this.#about) return
    this.#facts = facts
    this.#about = about
    this.#chain = facts === null || about === null ? null : callChain(facts.state, about)
  }

  on(scene: RailScene): ChainScene | null {
    const chain = this.#chain
    if (chain === null) return null
    if (this.#drawn?.chain !== chain || this.#drawn.of !== scene)
      this.#drawn = { chain, of: scene, scene: chainScene(scene, chain) }
    return this.#drawn.scene
  }
}
