/** Commands that a person took over from a checkout: with which scripts, for which folder. They run there alone. */
import type { Database } from '@belay/db'
import { isJsonObject } from '@belay/hooks'
import type { Clock, Json } from '@belay/trace'
import { fingerprint } from './named-files'
import type { ScriptTexts } from './script-texts'

export interface Taken {
  readonly workspace: string
  /** Absolute paths with the hash of what they held; null where there was no file. */
  readonly scripts: Readonly<Record<string, { readonly real: string; readonly hash: string } | null>>
}

export interface TakenOver {
  /** Null where it was not taken over for that folder. */
  of(entry: string, workspace: string): Taken | null
  add(entry: string, taken: Taken): void
  /** What all of a folder's hooks were as they were taken over; null where none were. */
  hashOf(workspace: string): string | null
  noteHash(workspace: string, hash: string): void
  /** A person said yes to what these scripts are now: so it is in later sessions of that folder. */
  renew(entry: string, workspace: string, files: readonly string[]): void
}

const OWNER = 'belay: hooks taken over'
const FOLDERS = 'belay: folders of hooks taken over'

export interface TakenParts {
  readonly db: Database
  readonly clock: Clock
  readonly texts: ScriptTexts
}

export function takenOver({ db, clock, texts }: TakenParts): TakenOver {
  const known = new Map<string, readonly Taken[]>()
  const listOf = (entry: string) => {
    const list = known.get(entry) ?? readList(db.hookValue(OWNER, entry))
    known.set(entry, list)
    return list
  }
  const add = (entry: string, taken: Taken) => {
    const list = [...listOf(entry).filter(({ workspace }) => workspace !== taken.workspace), taken]
    known.set(entry, list)
    const value: Json = list.map(({ workspace, scripts }) => ({
      workspace,
      scripts: Object.fromEntries(
        Object.entries(scripts).map(([file, print]) => [file, print === null ? null : { ...print }]),
      ),
    }))
    for (const [file, print] of Object.entries(taken.scripts)) texts.keep(file, print?.hash)
    db.setHookValue(OWNER, { key: entry, value, at: clock.now() }, Number.MAX_SAFE_INTEGER)
  }
  const of = (entry: string, workspace: string) => listOf(entry).find((one) => one.workspace === workspace) ?? null
  return {
    of,
    add,
    hashOf(workspace) {
      const hash = db.hookValue(FOLDERS, workspace)
      return typeof hash === 'string' ? hash : null
    },
    noteHash(workspace, value) {
      db.setHookValue(FOLDERS, { key: workspace, value, at: clock.now() }, Number.MAX_SAFE_INTEGER)
    },
    renew(entry, workspace, files) {
      const taken = of(entry, workspace)
      const own = files.filter((file) => taken !== null && Object.hasOwn(taken.scripts, file))
      if (taken === null || own.length === 0) return
      const now = own.map((file) => [file, fingerprint(file)] as const)
      add(entry, { workspace, scripts: { ...taken.scripts, ...Object.fromEntries(now) } })
    },
  }
}

function readList(value: Json | undefined): readonly Taken[] {
  if (!Array.isArray(value)) return []
  return value.filter(isJsonObject).flatMap(({ workspace, scripts }) => {
    if (typeof workspace !== 'string' || !isJsonObject(scripts)) return []
    return [
      {
        workspace,
        scripts: Object.fromEntries(Object.entries(scripts).map(([file, print]) => [file, readPrint(print)])),
      },
    ]
  })
}

export function readPrint(value: Json): { readonly real: string; readonly hash: string } | null {
  if (!isJsonObject(value)) return null
  const { real, hash } = value
  return typeof real === 'string' && typeof hash === 'string' ? { real, hash } : null
}
