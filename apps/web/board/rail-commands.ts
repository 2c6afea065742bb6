/** What can be done on the rail, by name and with its keys: for the keyboard there, the sheet of keys and the command palette. */
import type { HookMode } from '@belay/trace'
import type { Action } from '../components/actions/action'
import type { RailKey } from './rail-keys'

export interface RailCommands {
  fit(): void
  zoom(by: 'in' | 'out'): void
  /** Whether a hook is meant: where the keyboard is, else what is selected. */
  hasHook(): boolean
  /** Whether a station or a hook is meant. */
  hasPlace(): boolean
  hasSet(): boolean
  /** Why nothing on the rail can be changed now; null where it can. */
  fixed(): string | null
  menu(): void
  /** Null: to the mode that is next. */
  toggle(mode: HookMode | null): void
  change(key: RailKey): void
  pick(which: 'one' | 'set' | 'all'): void
  open(): void
}

/** Closer, further away, all of it: of the rail as a whole. */
const VIEW: readonly (readonly [
  id: string,
  title: string,
  keys: readonly string[],
  run: (on: RailCommands) => void,
])[] = [
  ['fit', 'Fit all of the rail, as at rest again', ['0'], ({ fit }) => fit()],
  ['zoom-in', 'Zoom the rail in', ['+', '='], ({ zoom }) => zoom('in')],
  ['zoom-out', 'Zoom the rail out', ['-'], ({ zoom }) => zoom('out')],
]

interface HookRow {
  readonly id: string
  readonly title: string
  readonly keys?: readonly string[]
  readonly needs: 'hook' | 'place' | 'set' | 'rail'
  /** Not while the hooks of an earlier turn are shown. */
  readonly edits?: boolean
  run(on: RailCommands): void
}

const HOOK: readonly HookRow[] = [
  {
    id: 'menu',
    title: 'Attach a hook at this station, or open the hook’s menu',
    keys: ['M'],
    needs: 'place',
    run: (on) => on.menu(),
  },
  {
    id: 'switch',
    title: 'Switch the hook: enforce, shadow, off',
    keys: ['Space'],
    needs: 'hook',
    run: (on) => on.toggle(null),
  },
  { id: 'enforce', title: 'Set the hook to enforce', needs: 'hook', run: (on) => on.toggle('enforce') },
  { id: 'shadow', title: 'Set the hook to shadow', needs: 'hook', run: (on) => on.toggle('shadow') },
  { id: 'off', title: 'Set the hook to off', needs: 'hook', run: (on) => on.toggle('off') },
  {
    id: 'earlier',
    title: 'Ask the hook earlier',
    keys: ['Alt+↑'],
    needs: 'hook',
    edits: true,
    run: (on) => on.change('earlier'),
  },
  {
    id: 'later',
    title: 'Ask the hook later',
    keys: ['Alt+↓'],
    needs: 'hook',
    edits: true,
    run: (on) => on.change('later'),
  },
  {
    id: 'before',
    title: 'Move the hook to a station before',
    keys: ['Alt+←'],
    needs: 'hook',
    edits: true,
    run: (on) => on.change('before'),
  },
  {
    id: 'after',
    title: 'Move the hook to a station after',
    keys: ['Alt+→'],
    needs: 'hook',
    edits: true,
    run: (on) => on.change('after'),
  },
  {
    id: 'detach',
    title: 'Take the hook off its station',
    keys: ['Delete', 'Backspace'],
    needs: 'hook',
    edits: true,
    run: (on) => on.change('off'),
  },
  {
    id: 'pick',
    title: 'Pick the hook, to do one thing with several',
    keys: ['X'],
    needs: 'hook',
    edits: true,
    run: (on) => on.pick('one'),
  },
  {
    id: 'pick-set',
    title: 'Pick the set that the hook came with',
    keys: ['G'],
    needs: 'set',
    edits: true,
    run: (on) => on.pick('set'),
  },
  {
    id: 'pick-all',
    title: 'Pick all hooks',
    keys: ['Ctrl+A'],
    needs: 'rail',
    edits: true,
    run: (on) => on.pick('all'),
  },
  { id: 'open', title: 'Open the text of the hook', needs: 'hook', run: (on) => on.open() },
]

export function railActions(on: RailCommands): readonly Action[] {
  return [
    ...VIEW.map(
      ([id, title, keys, run]): Action => ({ id: `rail.${id}`, title, group: 'Rail', keys, run: () => run(on) }),
    ),
    ...HOOK.map(
      ({ id, title, keys = [], needs, edits = false, run }): Action => ({
        ...{ id: `hook.${id}`, title, group: 'Hook on the rail', keys },
        unavailable: () => missing(on, needs) ?? (edits ? on.fixed() : null),
        run: () => run(on),
      }),
    ),
  ]
}

function missing(on: RailCommands, needs: HookRow['needs']): string | null {
  switch (needs) {
    case 'hook':
      return on.hasHook() ? null : 'No hook is selected on the rail'
    case 'place':
      return on.hasPlace() ? null : 'No station or hook is selected on the rail'
    case 'set':
      return on.hasSet() ? null : 'No hook of a set is selected on the rail'
    case 'rail':
      return null
  }
}
