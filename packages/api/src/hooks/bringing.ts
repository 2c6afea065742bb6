/** What extensions and a program bring to a session, in the order in which it is asked. */
import { basename } from 'node:path'
import { attachmentVersion, type Program, type ProgramHook } from '@belay/host'
import type { Attachment } from '@belay/trace'
import { type ContributedHook, slugOfContributed } from './extension-hooks'

export interface Brought
  extends Pick<Attachment, 'hook' | 'name' | 'source' | 'points' | 'onFailure' | 'version' | 'error'> {
  readonly versionAt?: number | undefined
  readonly group?: string
  /** Its failure policy is not a person's to choose on the session. */
  readonly fixed?: boolean
}

export function bringing(contributed: readonly ContributedHook[], program: Program | null): readonly Brought[] {
  const own = program === null ? [] : program.hooks.map((hook) => programHook(program, hook))
  return [...contributed.map(extensionHook), ...own]
}

function extensionHook(hook: ContributedHook): Brought {
  const { name, title = name, points, version, source = 'extension', onFailure = 'open', error = null, group } = hook
  const shown: Omit<Brought, 'version'> = {
    hook: slugOfContributed(hook),
    name: title,
    source,
    points,
    onFailure,
    error,
  }
  // What a person decided about a command holds, but its failure policy stands in its file.
  const fixed = hook.onFailure === undefined ? {} : { fixed: true }
  return { ...shown, ...fixed, ...(group === undefined ? {} : { group }), version: error === null ? version : null }
}

/** All hooks of a program have its name: what people read is "the careful hook at tools.before". */
function programHook({ name, folder }: Program, { point, version, versionAt, error }: ProgramHook): Brought {
  return {
    ...{ hook: `${name}/${point}`, name: basename(folder), source: 'program', points: [point], onFailure: 'replay' },
    version: version === null ? null : attachmentVersion(version, {}),
    error: error === null ? null : placeOf(error),
    versionAt,
  }
}

function placeOf({ file, line, message }: NonNullable<ProgramHook['error']>): string {
  return `${[file, line].filter((part) => part !== null).join(':')}: ${message}`
}
