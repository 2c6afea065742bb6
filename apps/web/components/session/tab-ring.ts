/**
 * Tabs that were clicked show no ring: a browser may take the first click in a page for the keyboard, since the focus then
 * comes by script. A key brings it back. For the list of tabs.
 */
import type { SyntheticEvent } from 'react'

export const tabRing = {
  onPointerDownCapture: ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    currentTarget.dataset.clicked = 'true'
  },
  onKeyDownCapture: unclick,
  onKeyUpCapture: unclick,
}

function unclick({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  delete currentTarget.dataset.clicked
}
