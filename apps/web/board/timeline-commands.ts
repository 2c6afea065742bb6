/** What can be done on the timeline, by name and with its keys: for the keyboard there, the sheet of keys and the command palette. */
import type { StopKind } from '@belay/canvas'
import type { Action } from '../components/actions/action'

export interface TimelineCommands {
  paint(): void
  clear(): void
  fitAll(): void
  fitSelection(): void
  measure(how: 'alone' | 'with'): void
  togglePath(): void
  pin(): void
  goTo(kind: StopKind, step: 1 | -1): void
  find(): void
  /** One step of the camera, as the keys do that can be held. */
  step(key: HeldKey): void
  follow(): void
  /** Whether there is a turn to do any of this with. */
  hasTurn(): boolean
  /** Whether a live turn goes on out of view. */
  isLeftBehind(): boolean
}

export type HeldKey = 'w' | 'a' | 's' | 'd'

type Row = readonly [id: string, title: string, keys: readonly string[], run: (commands: TimelineCommands) => void]

/** While the keyboard is in the timeline. W A S D are heard apart, since they can be held. */
const THERE: readonly Row[] = [
  ['zoom-in', 'Zoom in', ['W'], ({ step }) => step('w')],
  ['zoom-out', 'Zoom out', ['S'], ({ step }) => step('s')],
  ['left', 'Go to the left', ['A'], ({ step }) => step('a')],
  ['right', 'Go to the right', ['D'], ({ step }) => step('d')],
  ['fit-selection', 'Fit the area, or the selection', ['F'], ({ fitSelection }) => fitSelection()],
  ['fit-all', 'Fit all of the turn', ['0'], ({ fitAll }) => fitAll()],
  ['measure', 'Measure the selection', ['M'], ({ measure }) => measure('alone')],
  ['measure-with', 'Measure up to the selection as well', ['Shift+M'], ({ measure }) => measure('with')],
  ['path', 'Show or hide the critical path', ['P'], ({ togglePath }) => togglePath()],
  ['pin', 'Pin the lane on top, or unpin it', ['Shift+P'], ({ pin }) => pin()],
  ['clear', 'Let go of the area, or the selection', ['Esc'], ({ clear }) => clear()],
]

/** Wherever the keyboard is. */
const EVERYWHERE: readonly Row[] = [
  ['next-verdict', 'Next verdict', ['V'], ({ goTo }) => goTo('verdict', 1)],
  ['verdict-before', 'Verdict before', ['Shift+V'], ({ goTo }) => goTo('verdict', -1)],
  ['next-refusal', 'Next refusal', ['X'], ({ goTo }) => goTo('refusal', 1)],
  ['refusal-before', 'Refusal before', ['Shift+X'], ({ goTo }) => goTo('refusal', -1)],
  ['search', 'Search the turn', ['/'], ({ find }) => find()],
]

export function timelineActions(commands: TimelineCommands): readonly Action[] {
  const noTurn = () => (commands.hasTurn() ? null : 'There is no turn yet')
  const made = ([id, title, keys, run]: Row) => ({
    ...{ id: `timeline.${id}`, title, keys },
    ...{ unavailable: noTurn, run: () => run(commands) },
  })
  return [
    ...THERE.map((row): Action => ({ ...made(row), group: 'Timeline' })),
    ...EVERYWHERE.map((row): Action => ({ ...made(row), group: 'Verdicts', heard: 'page', repeats: true })),
    {
      ...{ id: 'timeline.follow', title: 'Follow the running turn', group: 'Timeline' },
      unavailable: () => (commands.isLeftBehind() ? null : 'No turn runs out of view'),
      run: () => commands.follow(),
    },
  ]
}
