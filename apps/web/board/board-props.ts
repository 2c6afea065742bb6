/** What the two stages of the board are given and what they say back. They hold no session state of their own. */
import type { Change, LibraryEntry } from '@belay/canvas'
import type { AttachmentId, HookMode, PointId, SessionState, SpanId, TurnId } from '@belay/trace'
import type { ReactNode } from 'react'

export type Selection =
  | { readonly kind: 'span'; readonly span: SpanId }
  | { readonly kind: 'attachment'; readonly attachment: AttachmentId }
  | { readonly kind: 'point'; readonly point: PointId }

/** Page coordinates in CSS pixels, for a menu to open beside. */
export interface AnchorRect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface BoardProps {
  /** Folded in place; `version` moves whenever it changed. */
  readonly state: SessionState
  readonly version: number
  /** The selected turn, or null where there is none yet. */
  readonly turn: TurnId | null
  readonly selection: Selection | null
  readonly onSelect: (selection: Selection | null) => void
  readonly theme: 'dark' | 'light'
  /** Epoch milliseconds by the server's clock. */
  readonly nowMs: () => number
}

export interface RailProps extends BoardProps {
  /** A station was clicked on its plus, or asked by keyboard: a menu of hooks that it can take opens there. */
  readonly onStationMenu: (point: PointId, anchor: AnchorRect) => void
  /** Context menu of an attached hook: mode, failure policy, detach, parameters. */
  readonly onHookMenu: (attachment: AttachmentId, anchor: AnchorRect) => void
  /** Hooks that are picked, to do one thing with all of them; the last one picked is the last. */
  readonly picked: readonly AttachmentId[]
  readonly onPick: (picked: readonly AttachmentId[]) => void
  /** Context menu of all that are picked. */
  readonly onPickedMenu: (anchor: AnchorRect) => void
  /** The call whose way through its hooks is shown, or one of those hooks' own spans. */
  readonly call: SpanId | null
  /** A node was clicked twice: to its text. */
  readonly onHookOpen: (attachment: AttachmentId) => void
  /** The switch on a node: to the stop that was chosen, or round by one where it was a key. */
  readonly onToggle: (attachment: AttachmentId, stop: HookMode | null) => void
  /** Where the hooks of the library can stand. */
  readonly library: readonly LibraryEntry[]
  /** A drag or a key changes which hooks stand where. Says whether it was done; `at`: for a form that is needed first. */
  readonly onChange: (change: Change, at: AnchorRect) => Promise<boolean>
  /** Why what is shown is not what is attached now, so that nothing on it can be moved; null where it is. */
  readonly fixed: string | null
  /** Which turn is shown, in its upper left corner. */
  readonly head: ReactNode
}

/** A place in the turn that somebody walks through: the turn as it was after an event of it. */
export interface Playhead {
  /** Counts from 1; with `state` it says what is shown, since a state may be folded on in place. */
  readonly event: number
  /** Epoch milliseconds. */
  readonly atMs: number
  readonly state: SessionState
}

/** Milliseconds after the turn's beginning. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

export interface TimelineProps extends BoardProps {
  readonly playhead: Playhead | null
  /** The stretch that the address says; null for all of the turn. */
  readonly range: TimeRange | null
  /** A person came to rest at another stretch. */
  readonly onRange: (range: TimeRange | null) => void
}
