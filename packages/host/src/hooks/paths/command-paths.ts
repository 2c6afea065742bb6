/**
 * The paths among the words of a command, each from the folders that it may run in. Promises: total and bounded; a word
 * that starts at the root of the disk is told once, however many folders it may run in.
 */
import { isAbsolute, resolve } from 'node:path'
import { isFolder } from '../../processes/is-folder'
import { UNKNOWN } from '../commands/build-commands'
import { type CommandCall, whatCallRuns } from '../commands/call-command'
import { FOUND, type Invocation, type Step } from '../commands/unwrap'
import { type CallPath, type CallPaths, MOST_PATHS } from './call-path'
import { foundTouches } from './find'
import { isMove, moved } from './moves'
import { programActs, touchesBehind } from './programs'
import { ShellFolders } from './shell-folders'
import { type Home, pathOfWord, type Spot, spotAt, WordSpreader } from './shell-words'
import { type Touched, touching } from './touch'

export function commandPaths(call: CommandCall, workspace: string, home: Home): CallPaths {
  const { cwd } = call
  const start = spotAt(resolve(workspace, cwd ?? '.'))
  const running = whatCallRuns(call)
  const walk = new Walk(start, home, new Set(running.mayStart))
  if (cwd !== null) walk.take('run', touching('name', ['.']), [start])
  for (const step of running.steps) {
    // It is refused, whatever comes.
    if (walk.unread !== null) break
    walk.step(step)
  }
  return { paths: walk.paths, unread: running.unread ?? walk.unread }
}

/** Each looks at the disk for every folder that it may start from. */
const MOST_MOVES = 500

/** Programs one after another. */
class Walk {
  readonly paths: CallPath[] = []
  private readonly folders: ShellFolders
  /** Nothing that may have taken a folder away has run yet. */
  private isSteady = true
  private moves = 0
  private readonly words = new WordSpreader()

  constructor(
    start: Spot,
    private readonly home: Home,
    private readonly mayStart: ReadonlySet<Invocation>,
  ) {
    this.folders = new ShellFolders(start, home)
  }

  get unread(): string | null {
    const isLost = this.folders.tooMany || this.words.tooMany || this.moves > MOST_MOVES
    return isLost ? 'may run in too many folders' : null
  }

  step(step: Step): void {
    const here = this.folders.enter(step)
    for (const invocation of step.invocations) {
      this.invocation(invocation, here)
      if (!invocation.isChild) this.shellWord(invocation, step, here)
    }
    this.take('>', touching('write', step.outputs), here)
    this.take('<', touching('read', step.inputs), here)
  }

  private invocation(invocation: Invocation, here: readonly Spot[]): void {
    const { program, args, within, found } = invocation
    const spots = here.map((spot) => this.folders.within(spot, within))
    for (const act of programActs(program, args)) {
      this.take(
        program,
        found === null ? act.touched : act.touched.flatMap((one) => ofFound(one, found)),
        spots.map((spot) => this.folders.within(spot, act.within)),
      )
    }
    if (this.mayStart.has(invocation)) this.take('run', touchesBehind(args), spots)
  }

  /** What changes the shell itself. */
  private shellWord({ program, args }: Invocation, step: Step, here: readonly Spot[]): void {
    if (program === 'exit' || program === 'return') this.folders.end(step)
    if (!isMove(program)) return
    this.moves += 1
    if (this.moves > MOST_MOVES) return
    if (program === 'cd' && args.length === 0) this.take('cd', touching('name', ['~']), here)
    const { home, isSteady, words } = this
    this.folders.change(step, (spot) => moved(spot, [program, ...args], { home, isSteady, words }))
  }

  take(by: string, touched: readonly Touched[], spots: readonly Spot[]): void {
    for (const one of touched) {
      if (one.touch === 'remove' || one.touch === 'clean') this.isSteady = false
      const told = new Set<string>()
      for (const spot of spots) {
        const path = this.paths.length > MOST_PATHS ? null : this.pathOf(one, spot)
        if (path === null || told.has(path)) continue
        if (isAbsolute(path)) told.add(path)
        const { touch, reach } = one
        this.paths.push({
          path,
          folder: spot.folder,
          touch,
          by,
          isWord: true,
          ...(reach === undefined ? {} : { reach }),
        })
      }
    }
  }

  private pathOf({ text, ifFolder }: Touched, spot: Spot): string | null {
    const base = ifFolder === undefined ? null : pathOfWord(ifFolder, spot, this.home)
    return base !== null && !isFolder(resolve(spot.folder, base)) ? null : pathOfWord(text, spot, this.home)
  }
}

/** What becomes of the files that `find` found, where they stand among the words. */
function ofFound(touched: Touched, found: readonly string[]): readonly Touched[] {
  return touched.text === FOUND || touched.text === UNKNOWN ? foundTouches(found, touched.touch) : [touched]
}
