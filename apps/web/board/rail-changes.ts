/**
 * Changes that a person makes on the rail: shown at once, asked of the server, and taken back where it refuses. Whoever
 * asks answers only once the record has the change, or with the sentence that says why not.
 */
import type { Change } from '@belay/canvas'
import type { AnchorRect, RailProps } from './board-props'
import type { RailPicture } from './rail-picture'

export interface ChangesRoom {
  props(): RailProps | null
  /** The hooks that are shown are others. */
  changed(): void
}

export class RailChanges {
  readonly #picture: RailPicture
  readonly #room: ChangesRoom

  constructor(picture: RailPicture, room: ChangesRoom) {
    this.#picture = picture
    this.#room = room
  }

  make(change: Change, at: AnchorRect): void {
    const props = this.#room.props()
    if (props === null) return
    const pending = this.#picture.pend(change, props.state.composition?.hooks ?? [], props.library)
    this.#room.changed()
    const settle = () => {
      this.#picture.settle(pending)
      this.#room.changed()
    }
    props.onChange(change, at).then(settle, settle)
  }
}
