/** Whether git keeps a file or would keep it with the next `git add .`: it is in a repository and not ignored. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { askGit } from '../ask-git'
import { placeOf } from '../paths/place'
import type { BuiltInWorld } from './world'

export interface KeepsAsked {
  readonly workspace: string
  readonly world: Pick<BuiltInWorld, 'run' | 'environment'>
  readonly signal: AbortSignal
}

/** Where git can't tell, it may. */
export async function gitKeeps(path: string, { workspace, world, signal }: KeepsAsked): Promise<boolean> {
  const [real] = placeOf(path, workspace).real
  if (real === undefined) return true
  const folder = folderThatIs(dirname(real))
  // 0: ignored; 1: not; 128: no repository.
  const answer = await askGit(world, { folder, args: ['check-ignore', '-q', '--', real], signal })
  if (!answer.ok || answer.code === 1) return true
  return false
}

function folderThatIs(folder: string): string {
  let at = folder
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  return at
}
