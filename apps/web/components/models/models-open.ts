'use client'
/** Whether the dialog of keys and models is open. */
import { sharedState } from '../../lib/shared-state'

const state = sharedState(false)

export const openModels = state.set
export const useModelsOpen = state.use
