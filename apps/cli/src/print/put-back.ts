/** What can be put back, and what became of it, a line a file. Pure. */
import { relative } from 'node:path'
import type { FileChange, FileChanges } from '@belay/api'
import type { EventOf, PutBackFile } from '@belay/trace'
import { oneLine } from './text'

export interface Viewing {
  readonly workspace: string
  readonly overwrite: boolean
}

export function changesText({ files, unseen }: FileChanges, viewing: Viewing): readonly string[] {
  if (files.length === 0) return ['files.edit and files.write changed no file there.', ...unseenText(unseen)]
  const lines = files.map((file) => {
    const by = file.by === null ? '' : ` by the agent ${oneLine(file.by)}`
    return `${pathOf(file.path, viewing.workspace)}: ${file.existed ? 'edited' : 'created'}${by}; ${fate(file, viewing)}`
  })
  return [...lines, ...unseenText(unseen), 'Nothing was changed: this is a dry run.']
}

function fate({ now, existed, held }: FileChange, { overwrite }: Viewing): string {
  const done = existed ? 'would be put back' : 'would be removed'
  if (now === 'as_before') return 'is as it was'
  if (held !== null) return `would be left: ${held}`
  if (now === 'as_left') return done
  const since = now === 'gone' ? 'removed since' : 'changed since'
  return overwrite ? `${since}, and ${done} all the same` : `would be left: ${since} (--overwrite takes it too)`
}

function unseenText(unseen: readonly string[]): readonly string[] {
  if (unseen.length === 0) return []
  return ['Not kept, so not put back, is what these may have changed:', ...unseen.map((line) => `  ${oneLine(line)}`)]
}

const RESULTS = { restored: 'put back', removed: 'removed', kept: 'left' } as const satisfies Record<
  PutBackFile['result'],
  string
>

export function putBackText({ files }: EventOf<'files.put_back'>, workspace: string): readonly string[] {
  return files.map(({ path, result, reason }) => {
    const why = reason === null ? '' : `, ${oneLine(reason)}`
    return `${pathOf(path, workspace)}: ${RESULTS[result]}${why}`
  })
}

function pathOf(path: string, workspace: string): string {
  const way = relative(workspace, path)
  return oneLine(way.startsWith('..') ? path : way)
}
