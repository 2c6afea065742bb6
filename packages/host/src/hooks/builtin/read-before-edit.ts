/**
 * Refuses to edit what was not read, or was changed by somebody else since. Promises: remembers what this session read by
 * the facts of the file (its number, size and time of change), never its content; what it does not know counts as not
 * read, which costs one reading.
 */
import { statSync } from 'node:fs'
import { defineHook, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { placeOf, shownPath } from '../paths/place'
import { BySession, forgetOldest } from './by-session'
import type { BuiltInWorld } from './world'

const params = z.strictObject({
  changed: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe(
      'Where the file was read but changed since by something else: `refuse` until it is read again, or `allow`.',
    ),
  advice: z.string().default('Then make the edit again.').describe('What the model is told after what it must read.'),
})

/** Files that a session is known to have read. Beyond it the first is read again. */
const MOST_FILES = 5_000

/** What each file was when the session last read or wrote it: by real path, and by number for other names of the same file. */
interface Seen {
  readonly paths: Map<string, string>
  readonly numbers: Map<string, string>
}

export function readBeforeEdit({ clock }: BuiltInWorld): HookDefinition {
  const seen = new BySession<Seen>(() => ({ paths: new Map(), numbers: new Map() }))
  return defineHook({
    name: 'read-before-edit',
    description: 'Refuses to edit a file that this session has not read, or that something else has changed since.',
    params,
    recheck: true,
    on: {
      'tools.before': (t, { name, args }) => {
        if (name !== 'files.edit' || typeof args.file_path !== 'string') return t.useDefault
        const file = fileAt(args.file_path, t.workspace)
        // What is not there can't be edited: the tool says so.
        if (file === null) return t.useDefault
        const { changed, advice } = t.params
        const files = seen.peek(t.sessionId)
        const before = files?.paths.get(file.path)
        // A number alone says nothing of a file that changed: it may have been given to another one.
        if (before === file.state || files?.numbers.get(file.number) === file.state) return t.useDefault
        if (before !== undefined && changed === 'allow') return t.useDefault
        const shown = shownPath(file.path, placeOf(t.workspace, '/').real[0] ?? t.workspace)
        const why = before === undefined ? 'has not been read in this session' : 'has changed since it was read'
        const again = before === undefined ? 'first' : 'again'
        return t.deny(`\`${shown}\` ${why}: read it ${again} with files.read. ${advice}`.trim())
      },
      'tools.after': (t, { isError }, { call: { name, args }, startedMs }) => {
        if (isError || t.dryRun || !KNOWS.has(name) || typeof args.file_path !== 'string') return
        const file = fileAt(args.file_path, t.workspace)
        if (file === null) return
        const { paths, numbers } = seen.of(t.sessionId)
        // Changed while it was being read: nobody can tell which of the two was seen.
        const inBetween = name === 'files.read' && file.changedMs > startedMs && file.changedMs <= clock.now()
        note(paths, file.path, inBetween ? null : file.state)
        note(numbers, file.number, inBetween ? null : file.state)
      },
    },
  })
}

function note(states: Map<string, string>, key: string, state: string | null): void {
  states.delete(key)
  if (state !== null) states.set(key, state)
  forgetOldest(states, MOST_FILES)
}

/** After these the model knows what the file holds. An edit goes on from a file that was known. */
const KNOWS = new Set(['files.read', 'files.edit', 'files.write'])

interface FileAt {
  readonly path: string
  /** Its own on the machine, whatever its names. */
  readonly number: string
  readonly state: string
  readonly changedMs: number
}

function fileAt(path: string, workspace: string): FileAt | null {
  const [real] = path.includes('\0') ? [] : placeOf(placeOf(path, workspace).named, '/').real
  if (real === undefined) return null
  try {
    const { dev, ino, size, mtimeMs } = statSync(real)
    return { path: real, number: `${dev} ${ino}`, state: `${ino} ${size} ${mtimeMs}`, changedMs: mtimeMs }
  } catch {
    // Not there, or out of sight: there is nothing to compare.
    return null
  }
}
