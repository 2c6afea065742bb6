/**
 * `hooks.json` (`command-hooks.md` §1), one file or several, as what is to be run. Promises: every problem is listed with its place;
 * one broken entry disables itself alone; a file that is no JSON disables itself and nothing else; nothing here touches the disk.
 */
import { nearest } from '@belay/hooks'
import type { CommandConfig, CommandDiagnostic, CommandEntry, CommandEvent, NotRunEntry } from '../entry'
import { matcherProblem } from './check-matcher'
import { commandMatcher } from './command-matcher'
import { eventProblem, isCommandEvent } from './event-names'
import { Fields, kindOf } from './fields'
import { type JsonSpot, readJsonSpots } from './json-spots'
import { mergeEntries } from './merge-entries'
import { Problems } from './problems'
import { type EntryContext, readEntry } from './read-entry'

export interface CommandFile {
  /** Absolute, symlinks resolved: one file is read once, by whatever names it is given. */
  readonly file: string
  readonly text: string
}

export interface ConfigFacts {
  /** Absolute. */
  readonly workspace: string
  /** The session's, by our names; null where there is no session. */
  readonly tools: readonly string[] | null
}

export function readCommandConfig(files: readonly CommandFile[], facts: ConfigFacts): CommandConfig {
  const once = files.filter(({ file }, index) => files.findIndex((other) => other.file === file) === index)
  const readings = once.map((file) => new FileReading(file, facts).read())
  const { entries, diagnostics } = mergeEntries(readings.flatMap((reading) => reading.entries))
  return {
    entries,
    notRun: readings.flatMap(({ notRun }) => notRun),
    diagnostics: [...readings.flatMap((reading) => reading.problems.found), ...diagnostics].sort(inOrder(once)),
    unreadable: readings.flatMap(({ unreadable, file }) => (unreadable ? [file.file] : [])),
  }
}

/** As one reads: file by file, from the top. */
function inOrder(files: readonly CommandFile[]): (a: CommandDiagnostic, b: CommandDiagnostic) => number {
  const fileAt = ({ file }: CommandDiagnostic) => files.findIndex((one) => one.file === file)
  return (a, b) => fileAt(a) - fileAt(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}

/** Each is asked in its own process: more than these would stop a turn for minutes. */
const MOST_ENTRIES = 500
const BOM = '\ufeff'
/** Of these agents any exit from 2 up refuses: what was taken over from their settings goes on doing so. */
const REFUSING = /[\\/]\.(?:gemini|qwen)[\\/][^\\/]+$/

class FileReading {
  readonly entries: CommandEntry[] = []
  readonly notRun: NotRunEntry[] = []
  readonly problems: Problems
  unreadable = false
  private readonly text: string

  constructor(
    readonly file: CommandFile,
    private readonly facts: ConfigFacts,
  ) {
    this.text = file.text.startsWith(BOM) ? file.text.slice(1) : file.text
    this.problems = new Problems(file.file, this.text)
  }

  read(): this {
    if (this.text.startsWith(BOM))
      return this.disable('it begins with two byte order marks; one at most is taken off', 0)
    const reading = readJsonSpots(this.text)
    if (!reading.ok) return this.disable(`it is not JSON: ${reading.message}`, reading.at)
    const { root } = reading
    if (root.kind !== 'object') return this.disable(`it is no object with "hooks", but ${kindOf(root)}`, root.at)
    const hooks = root.members.filter(({ key }) => key === 'hooks')
    if (hooks.length === 0) this.withoutHooks(root)
    for (const { spot } of hooks) this.events(spot)
    return this.entries.length <= MOST_ENTRIES ? this : this.tooMany()
  }

  /** A few of them would be as bad as none: nobody could tell which guards are missing. */
  private tooMany(): this {
    const count = this.entries.length.toLocaleString('en-US')
    this.entries.length = 0
    return this.disable(`it has ${count} commands; ${MOST_ENTRIES} is the most`, null)
  }

  private disable(message: string, at: number | null): this {
    this.unreadable = true
    this.problems.whole(`none of this file's hooks is run: ${message}`, at)
    return this
  }

  private withoutHooks({ members }: Extract<JsonSpot, { kind: 'object' }>): void {
    for (const { key, spot } of members) {
      if (isCommandEvent(key))
        this.problems.error(spot, `"${key}" stands at the top, where it is not read; put it into "hooks"`)
      else if (nearest(key, ['hooks']) !== null)
        this.problems.error(spot, `there is no "hooks" in this file; did you mean it by "${key}"?`)
    }
  }

  private events(hooks: JsonSpot): void {
    if (hooks.kind !== 'object') {
      // Nobody knows what it held before.
      this.unreadable = true
      this.problems.error(hooks, `"hooks" must be an object with an event for each key; it is ${kindOf(hooks)}`)
      return
    }
    for (const { key, spot } of hooks.members) {
      if (isCommandEvent(key)) this.groups(key, spot)
      else this.problems.error(spot, `${eventProblem(key)}. What stands under it is not run`)
    }
  }

  private groups(event: CommandEvent, spot: JsonSpot): void {
    if (spot.kind !== 'array') {
      this.problems.error(spot, `"${event}" must be a list of groups; it is ${kindOf(spot)}`)
      return
    }
    for (const group of spot.items) this.group(event, group)
  }

  private group(event: CommandEvent, spot: JsonSpot): void {
    const { problems } = this
    if (spot.kind !== 'object') {
      problems.error(spot, `a group must be an object with "hooks"; it is ${kindOf(spot)}`)
      return
    }
    const fields = new Fields(spot, problems)
    const matcher = fields.text('matcher')
    const folder = this.folderOf(fields)
    const hooks = fields.spotOf('hooks')
    this.checkGroupKeys(fields)
    if (hooks?.kind !== 'array') {
      const flat = fields.spotOf('command') ?? fields.spotOf('url')
      problems.error(
        hooks ?? spot,
        flat === null
          ? 'a group must have "hooks", a list of entries'
          : 'an entry stands where a group is expected; put it into "hooks": [ … ]',
      )
      return
    }
    if (fields.broken || !this.checkMatcher(event, matcher, fields)) return
    for (const item of hooks.items) this.entry(event, { matcher, folder }, item)
  }

  private checkGroupKeys(fields: Fields): void {
    for (const key of fields.keys()) {
      const spot = fields.spotOf(key) ?? fields.spot
      if (['matcher', 'hooks', 'workspace', 'description', '$comment', 'sequential'].includes(key)) continue
      if (['if', 'timeout', 'once', 'async', 'onFailure'].includes(key))
        this.problems.warn(spot, `"${key}" has no effect in a group; it belongs into the entry`)
      else if (!['type', 'command', 'url'].includes(key)) {
        const near = nearest(key, ['matcher', 'hooks', 'workspace'])
        this.problems.warn(
          spot,
          `there is no key "${key}" in a group; it has no effect${near === null ? '' : `. Did you mean "${near}"?`}`,
        )
      }
    }
  }

  /** Whether it can ever select. */
  private checkMatcher(event: CommandEvent, matcher: string | null, fields: Fields): boolean {
    const problem = matcherProblem(event, matcher, this.facts.tools)
    const spot = fields.spotOf('matcher') ?? fields.spot
    if (problem?.severity === 'error') this.problems.error(spot, problem.message)
    else if (problem !== null) this.problems.warn(spot, problem.message)
    return commandMatcher(matcher).ok
  }

  private folderOf(fields: Fields): string | null {
    const folder = fields.text('workspace')
    const spot = fields.spotOf('workspace')
    if (folder !== null && spot !== null && !folder.startsWith('/'))
      fields.fail(spot, `"workspace" must be the absolute path of a folder; it is ${kindOf(spot)}`)
    return folder
  }

  private entry(event: CommandEvent, group: Pick<EntryContext, 'matcher' | 'folder'>, spot: JsonSpot): void {
    const onFailure = REFUSING.test(this.file.file) ? 'closed' : 'open'
    const { workspace } = this.facts
    const read = readEntry(spot, { event, ...group, workspace, onFailure, problems: this.problems })
    if (read?.kind === 'entry') this.entries.push(read.entry)
    else if (read !== null) this.notRun.push(read.entry)
  }
}
