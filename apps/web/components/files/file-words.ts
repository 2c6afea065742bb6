/** What became of files, and what would become of them, in words. Pure. */
import type { FileChange, FileChanges } from '@belay/api'
import type { PutBackFile } from '@belay/trace'
import { isLeftBehind } from '@belay/trace'
import { plural } from '../../lib/format'

/** `turn 3`, `turns 3 to 5`. */
export function turnsText(numbers: readonly number[]): string {
  const [first = 0, last = first] = [numbers[0], numbers.at(-1)]
  return first === last ? `turn ${first}` : `turns ${first} to ${last}`
}

/** As it is called from the workspace; whole where it is not in there. */
export function pathInside(path: string, workspace: string): string {
  return path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path
}

/** The name, and the folder with its slash where that is not the workspace itself. */
export function splitPath(path: string, workspace: string): { readonly name: string; readonly folder: string } {
  const inside = pathInside(path, workspace)
  const at = inside.lastIndexOf('/') + 1
  return { name: inside.slice(at), folder: inside.slice(0, at) }
}

const BY_PATH = new Intl.Collator('en', { numeric: true })

/** As a person would put them: `f2` before `f10`. */
export function inOrder<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  return files.toSorted((a, b) => BY_PATH.compare(a.path, b.path))
}

const STATES = {
  as_left: 'is as the turn left it',
  as_before: 'is as it was before',
  gone: 'was removed since',
  changed_since: 'was changed since',
} as const satisfies Record<FileChange['now'], string>

/** `Edited, was changed since`. */
export function stateText({ existed, by, now, held }: FileChange): string {
  const did = `${existed ? 'Edited' : 'Created'}${by === null ? '' : ` by ${by}`}`
  const removed = now === 'as_before' && !existed
  return `${did}; ${held ?? (removed ? 'is gone again' : STATES[now])}`
}

export type Fate = 'restore' | 'remove' | 'nothing' | 'leave'

export interface Foretold {
  readonly fate: Fate
  /** What is to be known of this file beside its fate. */
  readonly note: string | null
}

/** What putting back does to a file, exactly. */
export function foretell({ existed, now, held }: FileChange, overwrite: boolean): Foretold {
  if (now === 'as_before') return { fate: 'nothing', note: existed ? null : 'gone' }
  if (held !== null) return { fate: 'leave', note: held }
  const back = existed ? 'restore' : 'remove'
  if (now === 'as_left') return { fate: back, note: null }
  return { fate: overwrite ? back : 'leave', note: now === 'gone' ? 'removed since' : 'changed since' }
}

/** In the order in which a person wants to know. */
const FATES: readonly Fate[] = ['restore', 'remove', 'leave', 'nothing']

export interface FateGroup {
  readonly fate: Fate
  readonly files: readonly { readonly path: string; readonly note: string | null }[]
}

/** Files that fare alike, together. */
export function fateGroups(files: readonly FileChange[], overwrite: boolean): readonly FateGroup[] {
  const told = inOrder(files).map((file) => ({ path: file.path, ...foretell(file, overwrite) }))
  return FATES.map((fate) => ({ fate, files: told.filter((file) => file.fate === fate) })).filter(
    (group) => group.files.length > 0,
  )
}

/** How many files putting back changes. */
export function countTouched(files: readonly FileChange[], overwrite: boolean): number {
  return files.filter((file) => ['restore', 'remove'].includes(foretell(file, overwrite).fate)).length
}

/** Files that only a person can say yes to. */
export function changedSince({ files }: FileChanges): readonly FileChange[] {
  return files.filter(({ now, held }) => held === null && (now === 'changed_since' || now === 'gone'))
}

/** `Put back 2 files and removed 1 of turn 3; 1 was left.` */
export function putBackSentence(files: readonly PutBackFile[], numbers: readonly number[], undo: boolean): string {
  const count = (holds: (file: PutBackFile) => boolean) => files.filter(holds).length
  const restored = count(({ result }) => result === 'restored')
  const removed = count(({ result }) => result === 'removed')
  const left = count(isLeftBehind)
  const which = turnsText(numbers)
  const leftText = left === 0 ? '' : `; ${plural(left, 'file')} ${left === 1 ? 'was' : 'were'} left`
  if (undo) {
    const done = restored + removed
    return done === 0
      ? `Could not take back what was put back of ${which}${leftText}.`
      : `Took back what was put back of ${which}: ${plural(done, 'file')}${leftText}.`
  }
  const parts = [
    ...(restored === 0 ? [] : [`put back ${plural(restored, 'file')}`]),
    ...(removed === 0 ? [] : [`removed ${plural(removed, 'file')}`]),
  ]
  if (parts.length === 0) return `Put back nothing of ${which}${left === 0 ? ': all is as it was' : leftText}.`
  const said = parts.join(' and ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} of ${which}${leftText}.`
}
