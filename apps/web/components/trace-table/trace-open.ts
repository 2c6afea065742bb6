'use client'
/** Whether the trace is open: a button, a key and a menu all open the same one. */
import { sharedState } from '../../lib/shared-state'

const state = sharedState(false)

export const openTrace = state.set
export const useTraceOpen = state.use
