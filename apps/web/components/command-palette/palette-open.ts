'use client'
/** Whether the command palette is open: a key and a button open the same one. */
import { sharedState } from '../../lib/shared-state'

const state = sharedState(false)

export const openCommands = state.set
export const useCommandsOpen = state.use

/** The action that does so: the one that the palette itself does not show. */
export const OPENS_PALETTE = 'page.commands'
