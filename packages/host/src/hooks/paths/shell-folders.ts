/**
 * In which folders each command of a script may run. Promises: total and bounded; where a `cd` may have failed, or may not
 * have run at all, both the folder before and the one behind it count. Loops are gone through once.
 */
import { resolve } from 'node:path'
import type { Shell } from '../commands/shell-steps'
import type { Step } from '../commands/unwrap'
import type { Outcome } from './moves'
import { type Home, pathOfWord, type Spot } from './shell-words'

type Spots = readonly Spot[]

/** Each path of a command is looked at from each of them. */
const MOST_SPOTS = 40

export class ShellFolders {
  private readonly shells = new Map<Shell, Stand>()
  /** There were more than are looked at. */
  tooMany = false

  constructor(
    private readonly start: Spot,
    private readonly home: Home,
  ) {}

  /** Where this command may run. */
  enter(step: Step): Spots {
    return this.bounded(this.standOf(step.shell).enter(step))
  }

  /** The command that was entered last in this shell is one that changes the folder. */
  change({ shell, piped, link, negated }: Step, move: (spot: Spot) => Outcome): void {
    const stand = this.standOf(shell)
    // Each command of a pipeline is in a shell of its own.
    if (piped || link === 'pipe') return
    const outcomes = stand.current.map(move)
    const ok = outcomes.flatMap(({ ok }) => ok)
    const failed = outcomes.flatMap(({ failed }) => failed)
    if (negated) stand.settle(union(ok, failed), union(ok, failed))
    else stand.settle(union(ok), union(failed))
  }

  /** `exit`: nothing in this shell comes after it. */
  end({ shell, piped, link }: Step): void {
    if (!piped && link !== 'pipe') this.standOf(shell).settle([], [])
  }

  /** Folders that something is started in, one from the other. */
  within(spot: Spot, words: readonly string[]): Spot {
    const folder = words.reduce((folder, word) => {
      const path = pathOfWord(word, { ...spot, folder }, this.home)
      return path === null || path.includes('$') ? folder : resolve(folder, path)
    }, spot.folder)
    return folder === spot.folder ? spot : { ...spot, folder }
  }

  private standOf(shell: Shell): Stand {
    const way: Shell[] = []
    for (let one: Shell | null = shell; one !== null && !this.shells.has(one); one = one.parent) way.push(one)
    for (const one of way.reverse()) this.shells.set(one, this.open(one))
    return this.shells.get(shell) ?? new Stand([this.start])
  }

  private open({ parent, link, isCommand, within }: Shell): Stand {
    const outer = parent === null ? undefined : this.shells.get(parent)
    if (outer === undefined) return new Stand([this.start])
    const from = isCommand ? outer.enter({ link, nesting: 0 }) : outer.whereAfter(link)
    return new Stand(from.map((spot) => this.within(spot, within)))
  }

  private bounded(spots: Spots): Spots {
    this.tooMany ||= spots.length > MOST_SPOTS
    return spots.slice(0, MOST_SPOTS)
  }
}

/** One shell, as it goes from command to command. */
class Stand {
  current: Spots
  private ok: Spots
  private failed: Spots = []
  /** Before the first command of this list. */
  private start: Spots
  /** Within a branch or a loop: everywhere that it has been since it began. */
  private floor: Spots = []
  private depth = 0
  private before: { readonly ok: Spots; readonly failed: Spots; readonly link: Step['link']; readonly runs: boolean }

  constructor(spots: Spots) {
    this.current = this.ok = this.start = spots
    this.before = { ok: spots, failed: [], link: 'then', runs: true }
  }

  enter({ link, nesting }: Pick<Step, 'link' | 'nesting'>): Spots {
    const { ok, failed } = this
    const here = this.possible(link)
    this.before = { ok, failed, link, runs: here.length > 0 }
    // What can't run is judged all the same.
    if (here.length > 0) this.current = here
    if (link === 'then' || link === 'beside') this.start = this.current
    this.settle(this.current, this.current)
    this.nest(nesting)
    return this.current
  }

  whereAfter(link: Step['link']): Spots {
    const here = this.possible(link)
    return here.length > 0 ? here : this.current
  }

  settle(ok: Spots, failed: Spots): void {
    const { before } = this
    if (before.link === 'pipe') return
    if (!before.runs && (before.link === 'and' || before.link === 'or')) return
    this.ok = bounded(before.link === 'or' ? union(before.ok, ok) : ok)
    this.failed = bounded(before.link === 'and' ? union(before.failed, failed) : failed)
    if (this.depth > 0) this.floor = bounded(union(this.floor, this.ok, this.failed))
  }

  private possible(link: Step['link']): Spots {
    switch (link) {
      case 'and':
        return this.ok
      case 'or':
        return this.failed
      case 'pipe':
        return this.current
      case 'then':
        return union(this.ok, this.failed, this.floor)
      case 'beside':
        return union(this.start, this.floor)
    }
  }

  private nest(by: number): void {
    this.depth = Math.max(0, this.depth + by)
    if (by > 0) this.floor = union(this.floor, this.ok, this.failed)
    if (this.depth === 0 && by < 0) {
      this.ok = this.failed = union(this.ok, this.failed, this.floor)
      this.floor = []
    }
  }
}

/** One more than is looked at, so that it is noticed. */
function bounded(spots: Spots): Spots {
  return spots.slice(0, MOST_SPOTS + 1)
}

function union(...lists: readonly Spots[]): Spots {
  const all = new Map<string, Spot>()
  for (const list of lists)
    for (const spot of list) all.set([spot.folder, spot.last ?? '', ...spot.stack].join('\0'), spot)
  return [...all.values()]
}
