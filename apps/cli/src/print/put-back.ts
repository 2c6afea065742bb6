/** What can be put back, and what became of it, a line a file. Pure. */
import { relative } from 'node:path'
import type { EditsOrigin, FileChange, FileChanges } from '@belay/api'
import type { EventOf, PutBackFile } from '@belay/trace'
import { oneLine } from './text'

export interface Viewing {
  readonly workspace: string
  readonly overwrite: boolean
}

export function changesText({ files, unseen, origin }: FileChanges, viewing: Viewing): readonly string[] {
  const elsewhere = originText(origin)
  if (files.length === 0)
    return [
      ...(origin === null ? ['files.edit and files.write changed no file there.'] : elsewhere),
      ...unseenText(unseen),
    ]
  const lines = files.map((file) => {
    const by = file.by === null ? '' : ` by the agent ${oneLine(file.by)}`
    return `${pathOf(file.path, viewing.workspace)}: ${file.existed ? 'edited' : 'created'}${by}; ${fate(file, viewing)}`
  })
  return [...lines, ...elsewhere, ...unseenText(unseen), 'Nothing was changed: this is a dry run.']
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

/** Edits that a fork took over with its first turns. */
function originText(origin: EditsOrigin | null): readonly string[] {
  if (origin === null) return []
  const { session, title, turn, now } = origin
  const whose = `Turns that were taken over changed files in ${oneLine(title)} (${session}), from which this was forked.`
  const command = `belay put-back ${session} --turn ${turn}`
  switch (now) {
    case 'there':
      return [whose, `  ${command} puts them back there.`]
    case 'deleted':
      return [whose, `  It is deleted: belay sessions restore ${session}, then ${command}.`]
    case 'gone':
      return [whose, '  It is gone for good, and what it kept with it.']
  }
}

const RESULTS = { restored: 'put back', removed: 'removed', kept: 'left' } as const satisfies Record<
  PutBackFile['result'],
  string
>

export function putBackText({ files }: Pick<EventOf<'files.put_back'>, 'files'>, workspace: string): readonly string[] {
  return files.map(({ path, result, reason }) => {
    const why = reason === null ? '' : `, ${oneLine(reason)}`
    return `${pathOf(path, workspace)}: ${RESULTS[result]}${why}`
  })
}

function pathOf(path: string, workspace: string): string {
  const way = relative(workspace, path)
  return oneLine(way.startsWith('..') ? path : way)
}
