'use client'
import type { Mark } from '@belay/canvas'
/** Which shelf, and what on it: chips that can be seen to be on, each a step that the back button takes back. */
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Folder, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { plural, shortenPath } from '../../lib/format'
import { VerdictGlyph } from '../glyph/verdict-glyph'
import { Menu, MenuContent, MenuLabel, MenuNote, MenuRadio, MenuRadioGroup, MenuTrigger } from '../ui/menu'
import { Segments } from '../ui/segments'
import { recentWorkspacesQuery } from './keeping'
import styles from './shelf-bar.module.css'
import { isNarrowed, SHELVES, type Shelf, type ShelfView, type StateFilter, widened, withState } from './shelf-view'

interface Props {
  readonly view: ShelfView
  readonly onView: (view: ShelfView) => void
  /** Sessions that are shown; undefined while it is not known. */
  readonly count: number | undefined
}

const SHELF_LABEL: Readonly<Record<Shelf, string>> = { active: 'Active', archived: 'Archived', deleted: 'Deleted' }

const STATE_CHIPS: readonly (readonly [state: StateFilter, label: string, mark: Mark | null])[] = [
  ['running', 'Running', null],
  ['waiting', 'Waiting for you', 'ask'],
  ['bad', 'Ended badly', 'failed'],
]

export function ShelfBar({ view, onView, count }: Props) {
  const shelves = SHELVES.map((shelf) => ({ value: shelf, label: SHELF_LABEL[shelf] }))
  return (
    <div className={styles.bar} role="toolbar" aria-label="Filters">
      <div className={styles.shelves}>
        <Segments
          label="Shelf"
          value={view.shelf}
          options={shelves}
          onValue={(value) => onView({ ...view, shelf: SHELVES.find((shelf) => shelf === value) ?? 'active' })}
        />
      </div>
      {STATE_CHIPS.map(([state, label, mark]) => (
        <Chip key={state} on={view.states.includes(state)} onPress={() => onView(withState(view, state))}>
          {mark === null ? (
            <span className={styles.live} aria-hidden />
          ) : (
            <VerdictGlyph mark={mark} size={13} label="" />
          )}
          {label}
        </Chip>
      ))}
      <Chip on={view.refused} onPress={() => onView({ ...view, refused: !view.refused })}>
        <VerdictGlyph mark="block" size={13} label="" />
        Refused something
      </Chip>
      <WorkspaceChip view={view} onView={onView} />
      <span className={styles.gap} />
      {isNarrowed(view) ? (
        <button type="button" className={styles.clear} onClick={() => onView(widened(view))}>
          <X size={13} />
          Clear filters
        </button>
      ) : null}
      <span className={styles.count} role="status">
        {count === undefined ? '' : plural(count, 'session')}
      </span>
    </div>
  )
}

interface ChipProps {
  readonly on: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function Chip({ on, onPress, children }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={on} onClick={onPress}>
      {children}
    </button>
  )
}

/** The value for all of them: no folder has an empty path. */
const ANY = ''

function WorkspaceChip({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const { data: recent = [] } = useQuery(recentWorkspacesQuery)
  const { workspace } = view
  const known = workspace === null || recent.some(({ path }) => path === workspace)
  return (
    <Menu>
      <MenuTrigger
        className={styles.chip}
        data-on={workspace !== null}
        aria-label={workspace === null ? 'Workspace' : `Workspace: ${workspace}`}
      >
        <Folder size={13} aria-hidden />
        <span className={styles.path}>{workspace === null ? 'Workspace' : shortenPath(workspace)}</span>
        <ChevronDown size={13} aria-hidden />
      </MenuTrigger>
      <MenuContent label="Workspace" width={340}>
        <MenuLabel>Only sessions that work in</MenuLabel>
        <MenuRadioGroup
          value={workspace ?? ANY}
          onValueChange={(path) => onView({ ...view, workspace: path === ANY ? null : path })}
        >
          <MenuRadio value={ANY}>Any folder</MenuRadio>
          {known ? null : <MenuRadio value={workspace}>{workspace}</MenuRadio>}
          {recent.map(({ path, sessions, exists }) => (
            <MenuRadio
              key={path}
              value={path}
              description={`${plural(sessions, 'session')}${exists ? '' : ' · not there any more'}`}
            >
              {path}
            </MenuRadio>
          ))}
        </MenuRadioGroup>
        {recent.length === 0 ? <MenuNote>No session has worked in a folder yet.</MenuNote> : null}
      </MenuContent>
    </Menu>
  )
}
