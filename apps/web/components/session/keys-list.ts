/** The keys that are no action of the page: those that move about in a list, answer a card, or belong to writing. */
import type { Navigation } from '@belay/canvas'

export interface KeyGroup {
  readonly title: string
  readonly keys: readonly (readonly [keys: string, does: string])[]
}

/** Those of the sessions page. */
export const SESSIONS_PAGE_KEYS: readonly KeyGroup[] = [
  {
    title: 'List, while it is focused',
    keys: [
      ['↑', 'session before, from the first to the search'],
      ['↓', 'session after'],
      ['Home', 'first session'],
      ['End', 'last session'],
      ['Enter', 'open it'],
      ['Space', 'pick it'],
      ['Shift+↓', 'pick a range'],
      ['Ctrl+A', 'pick all'],
      ['Esc', 'pick none'],
      ['F2', 'rename it'],
      ['P', 'pin it, or take the pin off'],
      ['E', 'archive it'],
      ['Delete', 'delete it; of the deleted ones for good'],
      ['R', 'restore it, of the deleted ones'],
    ],
  },
]

/** Those of the session page. */
export const SESSION_KEYS: readonly KeyGroup[] = [
  {
    title: 'A turn, event by event',
    keys: [
      ['Shift+→', 'ten at once'],
      ['Home', 'first event, off the board'],
      ['End', 'last event, off the board'],
      ['Esc', 'show all of the turn again'],
    ],
  },
  {
    title: 'Conversation, while it is focused',
    keys: [
      ['↑', 'row before, or up within a long one'],
      ['↓', 'row after, or down within a long one'],
      ['Ctrl+Home', 'first row'],
      ['Ctrl+End', 'last row'],
      ['Enter', 'show it on the board'],
    ],
  },
  {
    title: 'A question, while its card is focused',
    keys: [
      ['A', 'allow once'],
      ['S', 'allow for this session'],
      ['E', 'edit the arguments'],
      ['D', 'deny'],
    ],
  },
  {
    title: 'Rail, while it is focused',
    keys: [
      ['↑', 'station or hook before'],
      ['↓', 'station or hook after'],
      ['Enter', 'explain it'],
      ['Shift+↓', 'pick on, as Shift and a click or a box'],
    ],
  },
  {
    title: 'Timeline, while it is focused',
    keys: [
      ['↑', 'span before'],
      ['↓', 'span after'],
      ['Enter', 'explain it'],
      ['Shift+drag', 'measure an area, as a drag on the ruler'],
    ],
  },
  {
    title: 'Palette of hooks, while it is open',
    keys: [
      ['↑', 'hook before'],
      ['↓', 'hook after'],
      ['Enter', 'attach it: a station, a place'],
      ['Esc', 'close it, or end a drag'],
    ],
  },
  {
    title: 'Message',
    keys: [
      ['Enter', 'send'],
      ['Shift+Enter', 'new line'],
      ['Esc', 'leave the box'],
    ],
  },
]

/** What the pointer does on the canvas, in the way that is chosen. */
export function pointerKeys(navigation: Navigation): KeyGroup {
  const wheel: KeyGroup['keys'] =
    navigation === 'map'
      ? [
          ['wheel', 'zoom to the pointer'],
          ['Shift+wheel', 'pan'],
        ]
      : [
          ['wheel', 'pan'],
          ['Ctrl+wheel', 'zoom to the pointer'],
        ]
  return {
    title: 'Canvas, with the pointer',
    keys: [
      ...wheel,
      ['pinch', 'zoom'],
      ['drag', 'pan; a hook moves'],
      ['Space+drag', 'pan the rail, whatever is under it'],
      ['Shift+drag', 'pick hooks; measure on the timeline'],
      ['Esc', 'give up what is being dragged'],
    ],
  }
}
