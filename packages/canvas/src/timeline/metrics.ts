/** Sizes of the timeline in CSS pixels. */

/** Rows of bars and the compact rows of hooks: the bar, and from one row to the next. */
export const ROW = { height: 20, pitch: 25 } as const
export const COMPACT_ROW = { height: 13, pitch: 18 } as const
/** The least width that the eye finds and a pointer can hit. */
export const LEAST_BAR_PX = 3
export const MARK_PX = 14
/** A bar this wide carries its mark inside. */
export const MARK_INSIDE_PX = 20
