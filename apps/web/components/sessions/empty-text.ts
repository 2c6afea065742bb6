/** What an empty list says: what was looked for, and what to do next. */
import { shortenPath } from '../../lib/format'
import { isNarrowed, type ShelfView } from './shelf-view'

export interface EmptyText {
  readonly title: string
  readonly text: string
}

export function emptyText(view: ShelfView): EmptyText {
  return isNarrowed(view) ? narrowed(view) : whole(view)
}

function whole({ shelf }: ShelfView): EmptyText {
  switch (shelf) {
    case 'active':
      return {
        title: 'No sessions yet',
        text: 'A session is one conversation on one folder, with hooks of its own. Start one, attach hooks, and watch what each of them says in every turn.',
      }
    case 'archived':
      return {
        title: 'Nothing is archived',
        text: 'Archive a session with E, or in the menu at the end of its row. It leaves the list and keeps everything.',
      }
    case 'deleted':
      return {
        title: 'Nothing was deleted',
        text: 'A deleted session stays here for 30 days, with all that was kept about it, and can be restored.',
      }
  }
}

const SHELF = { active: 'in use', archived: 'archived', deleted: 'deleted' } as const

function narrowed(view: ShelfView): EmptyText {
  const { search, states, refused, workspace, shelf } = view
  const term = search.trim()
  const only = [term !== '', states.length > 0, refused, workspace !== null].filter(Boolean).length === 1
  if (only && term !== '')
    return {
      title: `No ${shelf === 'active' ? '' : `${SHELF[shelf]} `}session matches “${term}”`,
      text: 'Titles, workspaces and last prompts were searched. Try a shorter word, or look on another shelf.',
    }
  if (only && refused)
    return {
      title: 'No hook has refused anything here',
      text: 'Attach a hook such as block-commands to a session: what it refuses is quoted in the list.',
    }
  if (only && workspace !== null)
    return {
      title: `No session ${SHELF[shelf]} works in ${shortenPath(workspace)}`,
      text: 'Start one there, or look on another shelf.',
    }
  if (only && states.length === 1)
    return { title: STATE_TITLE[states[0] ?? 'running'], text: STATE_TEXT[states[0] ?? 'running'] }
  return {
    title: `No session ${SHELF[shelf]} matches all of these filters`,
    text: 'Take one of them away, or look at the whole shelf.',
  }
}

const STATE_TITLE = {
  running: 'Nothing is running',
  waiting: 'No session waits for you',
  bad: 'No session ended badly',
} as const

const STATE_TEXT = {
  running: 'Send a message in a session: while its turn runs it is listed here.',
  waiting: 'When a hook or permission asks something, the session stands here until you answer.',
  bad: 'A session whose last turn was blocked, halted, capped, interrupted or failed would be listed here.',
} as const
