/** Where a shell may stand, and where `cd`, `pushd` and `popd` lead from there. */
import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { isFolder } from '../../processes/is-folder'
import { type Home, pathOfWord, type Spot, type WordSpreader } from './shell-words'

/** Where it may be after a command that succeeded, and after one that failed. */
export interface Outcome {
  readonly ok: readonly Spot[]
  readonly failed: readonly Spot[]
}

const MOVES = new Set(['cd', 'chdir', 'pushd', 'popd'])

export function isMove(program: string): boolean {
  return MOVES.has(program)
}

export interface MoveWorld {
  readonly home: Home
  /** Nothing before it may have taken a folder away that is there now. */
  readonly isSteady: boolean
  readonly words: WordSpreader
}

export function moved(spot: Spot, [program = '', ...args]: readonly string[], world: MoveWorld): Outcome {
  const word = args.find((arg) => arg !== '--' && !/^-[A-Za-z]/.test(arg))
  const targets = program === 'popd' ? popped(spot) : gone(spot, { program, word }, world)
  // What nobody can tell, such as a variable from outside.
  if (targets === null) return { ok: [spot], failed: [spot] }
  const isSure = world.isSteady && targets.length > 0 && targets.every(({ folder }) => mayEnter(folder))
  return { ok: targets, failed: isSure ? [] : [spot] }
}

function popped({ folder, stack: [top, ...stack] }: Spot): readonly Spot[] {
  return top === undefined ? [] : [{ folder: top, last: folder, stack }]
}

interface Asked {
  readonly program: string
  readonly word: string | undefined
}

function gone(spot: Spot, { program, word }: Asked, world: MoveWorld): readonly Spot[] | null {
  const { folder, last, stack } = spot
  if (program === 'pushd' && (word === undefined || /^[+-]\d+$/.test(word))) {
    // Turned around: any of them may come to the top.
    return stack.map((one, at) => ({ folder: one, last: folder, stack: stack.with(at, folder) }))
  }
  if (word === '-') return last === null ? [] : [{ folder: last, last: folder, stack }]
  const behind = program === 'pushd' ? [folder, ...stack] : stack
  return placesOf(spot, word ?? '~', world)?.map((to) => ({ folder: to, last: folder, stack: behind })) ?? null
}

function placesOf(spot: Spot, word: string, { home, words }: MoveWorld): readonly string[] | null {
  const path = pathOfWord(word, spot, home)
  if (path === null || path.includes('$')) return null
  const found = words.spread(path, spot.folder)
  return (found.length > 1 ? found.slice(1, MOST_TARGETS) : found).map((one) => resolve(spot.folder, one))
}

/** A wildcard that means more than this is no folder to go to. */
const MOST_TARGETS = 10

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return isFolder(folder)
  } catch {
    // Not there, or not for us.
    return false
  }
}
