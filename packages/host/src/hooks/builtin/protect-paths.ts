/**
 * Refuses calls that would change (or read) paths that a person named. Promises: judges what the call says, through
 * links, and answers at once; what it can't read it refuses.
 */
import { join } from 'node:path'
import { defineHook, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { type CallPath, callPaths } from '../paths/call-paths'
import { globProblem, MOST_GLOBS, type PathGlobs, pathGlobs } from '../paths/path-globs'
import { isThere, isWithin, type Place, placeOf, shownPath } from '../paths/place'
import { listFolder, WordSpreader } from '../paths/shell-words'
import type { Reach, Touch } from '../paths/touch'
import { type BuiltInWorld, foldsCase } from './world'

/** What is lost or leaks when an agent is careless, and that no task is about. Lock files are: they get merged. */
export const PROTECTED = [
  '.git',
  '.env',
  '.env.*',
  '!.env*.{example,sample,template,dist,defaults}',
  '*.pem',
  'id_{rsa,ecdsa,ed25519}',
  '~/.{ssh,aws,gnupg}',
]

const glob = z.string().superRefine((text, context) => {
  const problem = globProblem(text)
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})

const params = z.strictObject({
  paths: z
    .array(glob)
    .max(MOST_GLOBS)
    .default(PROTECTED)
    .describe(
      'What is protected, with all that is in it: a name anywhere (`.env`), a path below the workspace (`src/gen/*.ts`), or one from `/` or `~`. `*`, `**`, `?` and `{a,b}` as usual; `!` takes out again.',
    ),
  access: z
    .enum(['write', 'read_and_write'])
    .default('write')
    .describe('What is refused: `write`: to change, move or remove it. `read_and_write`: also to read it.'),
  advice: z
    .string()
    .default('Leave it as it is, and say what should change so that the person can do it.')
    .describe('What the model is told to do instead.'),
})

type Params = z.output<typeof params>

export function protectPaths(world: BuiltInWorld): HookDefinition {
  const options = { person: world.person, foldCase: foldsCase(world.platform) }
  const compiled = new WeakMap<readonly string[], PathGlobs>()
  const globsOf = (paths: readonly string[]) => {
    const globs = compiled.get(paths) ?? pathGlobs(paths, options)
    compiled.set(paths, globs)
    return globs
  }
  return defineHook({
    name: 'protect-paths',
    description:
      'Refuses calls that would change, move or remove protected files (`.git`, `.env`, keys), by file tools or by a command that plainly does so, also through links; if told to, also reading them.',
    points: ['tools.before'],
    params,
    recheck: true,
    run(t, { call }) {
      const { paths, advice } = t.params
      if (paths.length === 0) return t.useDefault
      const { paths: touched, unread } = callPaths(call, t.workspace, world)
      const guard = new Guard(t.workspace, t.params, globsOf(paths))
      const reason = guard.refusal(touched) ?? (unread === null ? null : `It could not read this call: it ${unread}.`)
      return reason === null ? t.useDefault : t.deny(`${reason} ${advice}`.trim())
    },
  })
}

/** One call in one workspace. */
class Guard {
  private readonly root: Place

  constructor(
    workspace: string,
    private readonly params: Params,
    private readonly globs: PathGlobs,
  ) {
    this.root = placeOf(workspace, '/')
  }

  refusal(touched: readonly CallPath[]): string | null {
    const words = new WordSpreader()
    for (const path of touched) {
      if (!this.refuses(path.touch)) continue
      for (const word of words.spread(path.path, path.folder)) {
        const hit = this.find(placeOf(word, path.folder), path)
        if (hit !== null) return this.say(hit, path)
      }
    }
    return words.tooMany ? 'It could not read this call: its wildcards stand for too many files.' : null
  }

  private refuses(touch: Touch): boolean {
    switch (touch) {
      case 'name':
      case 'alter':
        return false
      case 'read':
        return this.params.access === 'read_and_write'
      case 'write':
      case 'remove':
      case 'clean':
        return true
    }
  }

  private find(place: Place, { touch, reach }: CallPath): Hit | null {
    const places = [...new Set([place.named, ...place.real])]
    if (reach !== undefined) return this.findReached(places, reach)
    for (const path of places) {
      const pattern = this.match(path)
      if (pattern !== null && touch !== 'clean') return { path, pattern }
    }
    return touch === 'remove' || touch === 'clean' ? this.findReached(places, WITHIN[touch]) : null
  }

  /** What goes with a folder: what is named by its whole path, and what is known to be in it. */
  private findReached(folders: readonly string[], reach: Reach): Hit | null {
    for (const folder of folders) {
      const named = this.globs.below(folder, this.rootOf(folder)).filter(isThere)
      for (const path of [...reach.below(folder), ...named]) {
        const pattern = this.match(path)
        if (pattern !== null && reach.takes(path, folder)) return { path, pattern }
      }
    }
    return null
  }

  private match(path: string): string | null {
    return this.globs.find(path, this.rootOf(path))
  }

  /** The workspace as it was given, or without links: whichever this path is below. */
  private rootOf(path: string): string {
    const [real = this.root.named] = this.root.real
    return isWithin(path, this.root.named) ? this.root.named : real
  }

  private say({ path, pattern }: Hit, { touch, by }: CallPath): string {
    const shown = shownPath(path, this.rootOf(path))
    const rule = pattern === shown ? '' : ` (\`${pattern}\`)`
    return `This session protects \`${shown}\`${rule}, and \`${by}\` would ${WORDS[touch]} it.`
  }
}

/** With a folder goes all that lies in it. Deeper than at once costs a walk. */
const WITHIN: Readonly<Record<'remove' | 'clean', Reach>> = {
  remove: { below: listed, takes: () => true },
  clean: { below: listed, takes: (path) => !path.endsWith('/.git') },
}

function listed(folder: string): readonly string[] {
  return listFolder(folder).map((name) => join(folder, name))
}

interface Hit {
  readonly path: string
  readonly pattern: string
}

const WORDS: Readonly<Record<Touch, string>> = {
  name: 'look at',
  read: 'read',
  alter: 'alter',
  write: 'change',
  remove: 'remove or move',
  clean: 'remove',
}
