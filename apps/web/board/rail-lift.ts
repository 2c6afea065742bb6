/** The one seam between the palette and the rail: a hook of the palette is lifted, and the rail takes it from there. */
export type Lift = (event: PointerEvent, hook: string) => void

let current: Lift | null = null

/** The rail that is on the page. Returns its leaving. */
export function takeLifts(lift: Lift): () => void {
  current = lift
  return () => {
    if (current === lift) current = null
  }
}

export function liftHook(event: PointerEvent, hook: string): void {
  current?.(event, hook)
}
