'use client'
/** Whether the dialog for a new session is open: the sessions page and the command palette of every page open the same one. */
import { sharedState } from '../../lib/shared-state'

const state = sharedState(false)

export const openNewSession = state.set
export const useNewSessionOpen = state.use
