'use client'
/** Whether the palette is open, on this page. It is closed when the page opens: what one came for is the session. */
import { sharedState } from '../../lib/shared-state'

const state = sharedState(false)

export const openPalette = state.set
export const usePaletteOpen = state.use
