/** The keys of the page of hooks that are no action: those of its list and of the editor. */
import type { KeyGroup } from '../session/keys-list'

export const HOOKS_PAGE_KEYS: readonly KeyGroup[] = [
  {
    title: 'List',
    keys: [
      ['↑', 'hook before'],
      ['↓', 'hook after'],
      ['Enter', 'open it'],
      ['Home', 'the first'],
      ['End', 'the last'],
    ],
  },
  {
    title: 'Editor',
    keys: [
      ['Esc', 'leave it: Tab goes on from below it'],
      ['Tab', 'indent'],
      ['Shift+Tab', 'indent less'],
      ['Ctrl+Space', 'what could stand here'],
      ['F8', 'the next problem'],
      ['Ctrl+F', 'search in the text'],
      ['Ctrl+Z', 'undo'],
    ],
  },
]
