'use client'
/** Whether the panel of extensions is open: a button and a menu open the same one. */
import { sharedState } from '../../lib/shared-state'

const state = sharedState(false)

export const openExtensions = state.set
export const useExtensionsOpen = state.use
