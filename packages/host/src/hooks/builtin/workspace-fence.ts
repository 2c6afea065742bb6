/**
 * Keeps calls inside the workspace. Promises: every path that a call says is followed through its links before it is
 * judged; answers at once; what it can't read or follow counts as outside.
 */

import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { defineHook, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { hasWildcard } from '../commands/glob'
import { type CallPath, callPaths } from '../paths/call-paths'
import { isThere, isWithin, placeOf } from '../paths/place'
import { listFolder, namesLike, WordSpreader } from '../paths/shell-words'
import type { BuiltInWorld } from './world'

const folder = z.string().refine((text) => /^(?:\/|~(?:\/|$))/.test(text), 'a folder is written from `/` or `~`')

const params = z.strictObject({
  allow: z
    .array(folder)
    .max(100)
    .default([])
    .describe('Further folders or files, from `/` or `~`, that calls may touch with all that is in them.'),
  temporary: z
    .boolean()
    .default(false)
    .describe("Whether the system's folder for temporary files counts as inside; every program's are in it."),
  access: z
    .enum(['write', 'read_and_write'])
    .default('read_and_write')
    .describe('What stays inside: `read_and_write`: everything. `write`: only what changes, moves or removes files.'),
  outside: z
    .enum(['refuse', 'ask'])
    .default('refuse')
    .describe('What becomes of a call that leaves: `refuse` it, or `ask`.'),
  advice: z
    .string()
    .default('Stay inside the workspace, or say what you need from outside.')
    .describe('What the model is told to do instead, where the call is refused.'),
})

type Params = z.output<typeof params>

/** Nothing is kept in them, or they are the program's own streams. */
const DEVICES = /^\/dev\/(?:null|zero|full|u?random|tty|stdin|stdout|stderr|fd\/\d+)$/
/** What a question or a refusal names. */
const MOST_NAMED = 5

export function workspaceFence(world: BuiltInWorld): HookDefinition {
  return defineHook({
    name: 'workspace-fence',
    description:
      'Refuses calls that would reach outside of the workspace, or asks: paths of file tools and among the words of commands, with every link followed.',
    points: ['tools.before'],
    params,
    recheck: true,
    run(t, { call }) {
      const { outside, advice } = t.params
      const { paths, unread } = callPaths(call, t.workspace, world)
      const left = new Fence(t.workspace, t.params, world.person).leaving(paths)
      const said = unread === null ? left : [...left, `what could not be read, since it ${unread}`]
      if (said.length === 0) return t.useDefault
      const more = said.length > MOST_NAMED ? ` and ${said.length - MOST_NAMED} more` : ''
      const what = `${said.slice(0, MOST_NAMED).join(', ')}${more}`
      if (outside === 'ask') return t.ask(`Let this call reach outside the workspace: ${what}?`)
      return t.deny(
        `This session stays inside its workspace, and this call would reach outside: ${what}. ${advice}`.trim(),
      )
    },
  })
}

/** One call in one workspace. */
class Fence {
  private readonly roots: readonly string[]
  private further: readonly string[] | null = null

  constructor(
    workspace: string,
    private readonly params: Params,
    private readonly person: string,
  ) {
    this.roots = placeOf(workspace, '/').real
  }

  leaving(paths: readonly CallPath[]): readonly string[] {
    const words = new WordSpreader()
    const left = paths.flatMap((path) => {
      if (!this.counts(path)) return []
      const out = words.spread(path.path, path.folder).find((word) => this.isOutside(word, path.folder))
      return out === undefined ? [] : [`\`${path.by}\` to ${shown(out, path.folder)}`]
    })
    return [...new Set(left), ...(words.tooMany ? ['more files than could be looked at'] : [])]
  }

  private counts({ path, touch, isWord }: CallPath): boolean {
    if (touch !== 'read' && touch !== 'name') return true
    return this.params.access === 'read_and_write' && (!isWord || mayBePath(path))
  }

  private isOutside(path: string, folder: string): boolean {
    const { named, real } = placeOf(path, folder)
    if (DEVICES.test(named)) return false
    return real.length === 0 || !real.every((one) => this.isInside(one))
  }

  private isInside(real: string): boolean {
    if (this.roots.some((root) => isWithin(real, root))) return true
    this.further ??= this.readFurther()
    return this.further.some((root) => isWithin(real, root))
  }

  private readFurther(): readonly string[] {
    const { allow, temporary } = this.params
    const home = (text: string) => (text.startsWith('~') ? join(this.person, text.slice(1)) : text)
    const folders = [...allow.map(home), ...(temporary ? [tmpdir(), '/tmp'] : [])]
    return folders.flatMap((one) => placeOf(one, '/').real)
  }
}

/** A word that begins with `/` is a path only where its first folder is there: `/users/1` of an address is none. */
function mayBePath(word: string): boolean {
  if (!isAbsolute(word)) return true
  const first = word.split('/').find((part) => part !== '')
  if (first === undefined || isThere(`/${first}`)) return true
  return hasWildcard(first) && namesLike(listFolder('/'), first).length > 0
}

function shown(path: string, folder: string): string {
  const { named, real } = placeOf(path, folder)
  const [to = 'nowhere'] = real
  return to === named || to === resolve(named) ? `\`${named}\`` : `\`${path}\`, which leads to \`${to}\``
}
