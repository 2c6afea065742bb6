/** The keys of the session page, by where they are heard. */
export interface KeyGroup {
  readonly title: string
  readonly keys: readonly (readonly [keys: string, does: string])[]
}

/** Those of the sessions page. */
export const SESSIONS_PAGE_KEYS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      ['N', 'a new session'],
      ['/', 'search'],
      ['Ctrl+Z', 'take back what was deleted or archived'],
      ['?', 'this sheet'],
    ],
  },
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

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      ['C', 'write a message'],
      ['Q', 'go to the open question'],
      ['[', 'turn before'],
      [']', 'turn after'],
      ['Ctrl+Z', 'undo the last change of hooks'],
      ['Ctrl+Shift+Z', 'redo it, as Ctrl+Y'],
      ['H', 'the palette of hooks'],
      ['T', 'the trace of the hooks'],
      ['V', 'next verdict'],
      ['Shift+V', 'verdict before'],
      ['X', 'next refusal'],
      ['Shift+X', 'refusal before'],
      ['/', 'search the turn, on the board'],
      ['?', 'this sheet'],
    ],
  },
  {
    title: 'A turn, event by event',
    keys: [
      ['←', 'event before'],
      ['→', 'event after'],
      ['Shift+→', 'ten at once'],
      ['Home', 'first event, off the board'],
      ['End', 'last event, off the board'],
      ['Esc', 'show all of the turn again'],
      [',', 'event before, also in the board’s trees'],
      ['.', 'event after, also in the board’s trees'],
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
      ['M', 'attach a hook, or its menu'],
      ['Space', 'set a hook to enforce, shadow, off'],
      ['X', 'pick a hook, to do one thing with several'],
      ['Shift+↓', 'pick on, as Shift and a click or a box'],
      ['G', 'pick the set that a hook came with'],
      ['Ctrl+A', 'pick all'],
      ['Alt+↑', 'ask a hook earlier'],
      ['Alt+↓', 'ask a hook later'],
      ['Alt+←', 'move a hook to a station before'],
      ['Alt+→', 'move a hook to a station after'],
      ['Delete', 'take a hook off its station'],
      ['0', 'fit all, as at rest again'],
      ['+', 'zoom in, as Ctrl and the wheel'],
      ['-', 'zoom out'],
    ],
  },
  {
    title: 'Palette, while it is open',
    keys: [
      ['↑', 'hook before'],
      ['↓', 'hook after'],
      ['Enter', 'attach it: a station, a place'],
      ['Esc', 'close it, or end a drag'],
    ],
  },
  {
    title: 'Timeline, while it is focused',
    keys: [
      ['↑', 'span before'],
      ['↓', 'span after'],
      ['W', 'zoom in, as Ctrl and the wheel'],
      ['S', 'zoom out'],
      ['A', 'to the left'],
      ['D', 'to the right'],
      ['F', 'fit the area, or the selection'],
      ['0', 'fit all'],
      ['M', 'measure the selection'],
      ['Shift+M', 'measure up to it as well'],
      ['Shift+drag', 'measure an area, as a drag on the ruler'],
      ['P', 'the critical path'],
      ['Shift+P', 'pin the lane on top, or unpin it'],
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
