'use client'
/** Whether the panel of sets is open: a button and the command palette open the same one. */
import { sharedState } from '../../lib/shared-state'

const state = sharedState(false)

export const openSets = state.set
export const useSetsOpen = state.use
