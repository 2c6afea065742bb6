'use client'
/** Whether the sheet of keys is open: a button, a key and the command palette open the same one. */
import { sharedState } from '../../lib/shared-state'

const state = sharedState(false)

export const openKeys = state.set
export const useKeysOpen = state.use
