/** Commands that a person took over from a checkout: with which scripts, for which folder. They run there alone. */
import type { Database } from '@belay/db'
import { isJsonObject } from '@belay/hooks'
import type { Clock, Json } from '@belay/trace'

export interface Taken {
  readonly workspace: string
  /** Absolute paths with the hash of what they held; null where there was no file. */
  readonly scripts: Readonly<Record<string, { readonly real: string; readonly hash: string } | null>>
}

export interface TakenOver {
  /** Null where the command is the person's own; `elsewhere` where it was taken over for other folders. */
  of(entry: string, workspace: string): Taken | 'elsewhere' | null
  add(entry: string, taken: Taken): void
}

const OWNER = 'belay: hooks taken over'

export function takenOver({ db, clock }: { readonly db: Database; readonly clock: Clock }): TakenOver {
  const known = new Map<string, readonly Taken[]>()
  const listOf = (entry: string) => {
    const list = known.get(entry) ?? readList(db.hookValue(OWNER, entry))
    known.set(entry, list)
    return list
  }
  return {
    of(entry, workspace) {
      const list = listOf(entry)
      if (list.length === 0) return null
      return list.find((one) => one.workspace === workspace) ?? 'elsewhere'
    },
    add(entry, taken) {
      const list = [...listOf(entry).filter(({ workspace }) => workspace !== taken.workspace), taken]
      known.set(entry, list)
      const value: Json = list.map(({ workspace, scripts }) => ({
        workspace,
        scripts: Object.fromEntries(
          Object.entries(scripts).map(([file, print]) => [file, print === null ? null : { ...print }]),
        ),
      }))
      db.setHookValue(OWNER, { key: entry, value, at: clock.now() }, Number.MAX_SAFE_INTEGER)
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
