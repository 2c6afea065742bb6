'use client'
/** Which page of a command is open, by the command's name: the composer and the glance open the same one. */
import { sharedState } from '../../lib/shared-state'

const state = sharedState<string | null>(null)

/** Null closes it. */
export const openPage = state.set
export const usePageOpen = state.use
