'use client'
/** What a drop or a key on the rail asks of the server, and what the library says of where hooks can stand. */
import type { Change, LibraryEntry } from '@belay/canvas'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { AnchorRect, RailProps } from '../../board/board-props'
import type { HookSpec, LibraryHook } from '../../lib/api'
import { libraryQuery } from '../../lib/queries'
import { WIDE } from '../../lib/use-media'
import { isStale, loadErrorText, staleText } from '../../lib/view/load-error'
import { type OpenSession, useOpenSession } from '../session/session-context'
import { openAttachForm } from './attach-form-open'
import { needsParams } from './palette-groups'

const NO_HOOKS: readonly LibraryHook[] = []

/** A hook file that was broken or repaired in an editor is seen so soon; a page that nobody looks at does not ask. */
const LOOK_EVERY_MS = 3_000

type Attaching = Pick<OpenSession, 'actions' | 'state' | 'select'>

export function useRailChanges(): Pick<RailProps, 'library' | 'onChange'> {
  const { actions, state, select } = useOpenSession()
  const hooks = useQuery({ ...libraryQuery, refetchInterval: LOOK_EVERY_MS }).data ?? NO_HOOKS
  const library = useMemo(() => hooks.map(entryOf), [hooks])
  const onChange = useCallback(
    (change: Change, anchor: AnchorRect): Promise<boolean> => {
      switch (change.kind) {
        case 'attach': {
          const { point, points, position } = change
          const hook = hooks.find(({ slug }) => slug === change.hook)
          if (hook === undefined || !needsParams(hook))
            return attachAndShow({ actions, state, select }, { hook: change.hook, points, position })
          openAttachForm({ hook, point, position, anchor })
          return Promise.resolve(false)
        }
        case 'several':
          return actions.changeSeveral(change.attachments, change.change)
        case 'reorder':
          return actions.change(change.attachment, { position: change.position })
        case 'move':
          return actions.change(change.attachment, { points: change.points, position: change.position })
        case 'detach':
          return change.left.length === 0
            ? actions.detach(change.attachment)
            : actions.change(change.attachment, { points: change.left })
      }
    },
    [actions, state, select, hooks],
  )
  return { library, onChange }
}

/** What was just attached is what one wants to look at: its parameters are a click away, where that covers nothing. */
async function attachAndShow({ actions, state, select }: Attaching, spec: HookSpec): Promise<boolean> {
  const known = new Set(state.composition?.hooks.map(({ id }) => id))
  const done = await actions.attach(spec)
  const made = state.composition?.hooks.find(({ id, hook }) => !known.has(id) && hook === spec.hook)
  if (done && made !== undefined && window.matchMedia(WIDE).matches) select({ kind: 'attachment', attachment: made.id })
  return done
}

function entryOf(hook: LibraryHook): LibraryEntry {
  const { slug, name, points, together, error, defaults, version, versionAt } = hook
  const why = error === null ? null : loadErrorText(error)
  const entry = { slug, name, points, together: together === true, defaults, version }
  if (!isStale(hook)) return { ...entry, error: why }
  return { ...entry, error: null, stale: `It ${staleText(error?.line ?? null, versionAt)}: ${why}` }
}
