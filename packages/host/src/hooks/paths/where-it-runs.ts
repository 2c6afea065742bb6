/** The programs that a command starts, each with the folders in which it may run. Promises: bounded; says where it is lost. */
import { resolve } from 'node:path'
import type { CommandCall } from '../commands/call-command'
import type { Invocation, Running, Step } from '../commands/unwrap'
import { isMove, moved } from './moves'
import { ShellFolders } from './shell-folders'
import { type Home, type Spot, spotAt, WordSpreader } from './shell-words'

export interface PlacedInvocation {
  readonly invocation: Invocation
  readonly step: Step
  /** Absolute. */
  readonly folders: readonly string[]
}

export interface WhereItRuns {
  readonly placed: readonly PlacedInvocation[]
  /** There were more folders than are looked at. */
  readonly isLost: boolean
}

/** Each looks at the disk for every folder that it may start from. */
const MOST_MOVES = 500

export function whereItRuns(
  running: Pick<Running, 'steps'>,
  { cwd }: Pick<CommandCall, 'cwd'>,
  { workspace, home }: { readonly workspace: string; readonly home: Home },
): WhereItRuns {
  const folders = new ShellFolders(spotAt(resolve(workspace, cwd ?? '.')), home)
  const words = new WordSpreader()
  const move = (invocation: Invocation) => (spot: Spot) =>
    moved(spot, [invocation.program, ...invocation.args], { home, isSteady: true, words })
  let moves = 0
  const placed = running.steps.flatMap((step) => {
    const here = folders.enter(step)
    return step.invocations.map((invocation) => {
      const { program, within, isChild } = invocation
      if (!isChild && (program === 'exit' || program === 'return')) folders.end(step)
      if (!isChild && isMove(program) && moves++ < MOST_MOVES) folders.change(step, move(invocation))
      return { invocation, step, folders: here.map((spot) => folders.within(spot, within).folder) }
    })
  })
  return { placed, isLost: folders.tooMany || words.tooMany || moves > MOST_MOVES }
}
