import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { GitCall } from '../commands/git-call'

/** The folders that a git works in which is started in these: `git -C sub`. What is not there has no repository. */
export function foldersBehind({ folders: steps }: GitCall, folders: readonly string[]): readonly string[] {
  const places = folders.map((folder) => steps.reduce((at, step) => resolve(at, step), folder))
  return [...new Set(places)].filter((place) => existsSync(place))
}
