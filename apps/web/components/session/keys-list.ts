/** The keys of the session page, by where they are heard. */
export interface KeyGroup {
  readonly title: string
  readonly keys: readonly (readonly [keys: string, does: string])[]
}

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      ['C', 'write a message'],
      ['Q', 'go to the open question'],
      ['[', 'turn before'],
      [']', 'turn after'],
      ['?', 'this sheet'],
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
      ['Space', 'turn a hook on or off'],
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
      ['F', 'fit the selection'],
      ['0', 'fit all'],
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
