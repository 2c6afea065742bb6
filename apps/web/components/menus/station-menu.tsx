'use client'
import type { PointId } from '@belay/trace'
import { useQuery } from '@tanstack/react-query'
import { Popover } from 'radix-ui'
import { Fragment, type KeyboardEvent, useId, useState } from 'react'
import type { AnchorRect } from '../../board/board-props'
import type { LibraryHook } from '../../lib/api'
import { libraryQuery } from '../../lib/queries'
import { useReturnFocus } from '../../lib/return-focus'
import { hooksAt, isBroken, loadErrorText } from '../../lib/view/load-error'
import { useOpenSession } from '../session/session-context'
/** Hooks that can live at a station: found by typing, picked with arrows or the pointer, attached with their parameters. */
import { Inline } from '../ui/inline'
import { anchorStyle, COLLISION_PADDING, sideOf } from './anchored'
import { AttachForm } from './attach-form'
import styles from './station-menu.module.css'

interface Props {
  readonly point: PointId
  readonly anchor: AnchorRect
  readonly onClose: () => void
}

export function StationMenu({ point, anchor, onClose }: Props) {
  const { actions } = useOpenSession()
  const [picked, setPicked] = useState<LibraryHook | null>(null)
  useReturnFocus()
  const pick = async (hook: LibraryHook) => {
    if (hook.paramsSchema !== null) return setPicked(hook)
    if (await actions.attach({ hook: hook.slug, points: [point] })) onClose()
  }
  return (
    <Popover.Root open onOpenChange={(open) => (open ? null : onClose())}>
      <Popover.Anchor style={anchorStyle(anchor)} />
      <Popover.Portal>
        <Popover.Content
          className={styles.menu}
          side={sideOf(anchor)}
          sideOffset={6}
          collisionPadding={COLLISION_PADDING}
          aria-label={`Attach a hook at ${point}`}
        >
          {picked === null ? (
            <HookList point={point} onPick={pick} />
          ) : (
            <AttachForm hook={picked} point={point} onBack={() => setPicked(null)} onDone={onClose} />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ListProps {
  readonly point: PointId
  readonly onPick: (hook: LibraryHook) => void
}

function HookList({ point, onPick }: ListProps) {
  const { data: library, error } = useQuery(libraryQuery)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const hooks = matching(library ?? [], point, search)
  const firstBroken = hooks.findIndex(isBroken)
  const active = Math.min(at, Math.max(0, hooks.length - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(active + 1, hooks.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(active - 1, 0))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const hook = hooks[active]
      if (hook !== undefined && !isBroken(hook)) onPick(hook)
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.head}>
        <input
          className={styles.search}
          placeholder={`Hooks for ${point}`}
          aria-label={`Search hooks for ${point}`}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={hooks.length === 0 ? undefined : `${listId}-${active}`}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          // biome-ignore lint/a11y/noAutofocus: it is what the menu was opened for, also on the way back from a form
          autoFocus
        />
      </div>
      <div className={styles.list} id={listId} role="listbox" aria-label="Hooks">
        {hooks.map((hook, index) => (
          <Fragment key={hook.slug}>
            {index === firstBroken ? <p className={styles.group}>Does not load</p> : null}
            <HookOption
              id={`${listId}-${index}`}
              hook={hook}
              active={index === active}
              onActive={() => setAt(index)}
              onPick={onPick}
            />
          </Fragment>
        ))}
      </div>
      {hooks.length > 0 ? null : <p className={styles.empty}>{emptyText(error, library, search, point)}</p>}
    </>
  )
}

interface OptionProps {
  readonly id: string
  readonly hook: LibraryHook
  readonly active: boolean
  readonly onActive: () => void
  readonly onPick: (hook: LibraryHook) => void
}

function HookOption({ id, hook, active, onActive, onPick }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the search, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={isBroken(hook)}
      className={styles.option}
      ref={active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      onPointerMove={onActive}
      onClick={() => (isBroken(hook) ? null : onPick(hook))}
    >
      <p className={styles.name}>
        {hook.name}
        <span className={styles.origin}>{hook.builtIn ? 'built in' : 'your own'}</span>
      </p>
      <p className={styles.description}>
        <Inline text={hook.description} />
      </p>
      {hook.error === null ? null : (
        <p className={styles.error} title={hook.error.file ?? undefined}>
          {isBroken(hook) ? 'It does not load' : 'Its file has an error, its last good version runs'}:{' '}
          {loadErrorText(hook.error)}
        </p>
      )}
    </div>
  )
}

function matching(library: readonly LibraryHook[], point: PointId, search: string): readonly LibraryHook[] {
  const words = search.toLowerCase().split(/\s+/)
  return hooksAt(library, point).filter(({ name, slug, description }) => {
    const text = `${name} ${slug} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function emptyText(
  error: unknown,
  library: readonly LibraryHook[] | undefined,
  search: string,
  point: PointId,
): string {
  if (error !== null) return 'The library could not be read.'
  if (library === undefined) return 'Reading the library…'
  return search === ''
    ? `No hook of the library can be asked at ${point}. Put a file of your own into the hooks folder of your home folder.`
    : 'No hook matches.'
}
