'use client'
/** The form that asks for a hook's parameters before it is attached: where it was dropped, and what for. */
import type { PointId } from '@belay/trace'
import type { AnchorRect } from '../../board/board-props'
import type { LibraryHook } from '../../lib/api'
import { sharedState } from '../../lib/shared-state'

export interface OpenForm {
  readonly hook: LibraryHook
  readonly point: PointId
  readonly position: number
  readonly anchor: AnchorRect
  /** Where the focus goes back to; absent: where it is. */
  readonly opener?: HTMLElement
}

const state = sharedState<OpenForm | null>(null)

export const openAttachForm = state.set
export const useAttachForm = state.use
