/**
 * Which content of its scripts a session trusts (`command-hooks.md` §1): the one that it had when the session opened, or when a person last said
 * yes. Promises: children go by their root's, a fork by what it was made from; what was changed stays untrusted until a person has
 * said yes to that very content.
 */
import { createHash } from 'node:crypto'
import type { Database } from '@belay/db'
import { isJsonObject } from '@belay/hooks'
import type { CommandEntry } from '@belay/host'
import type { Clock, Json } from '@belay/trace'
import { type Fingerprint, fingerprint, scriptsIn } from './named-files'
import { rootOf } from './root-of'
import type { ScriptTexts } from './script-texts'
import { readPrint, type TakenOver } from './taken'

export interface TrustParts {
  readonly taken: TakenOver
  readonly texts: ScriptTexts
  readonly db: Database
  readonly clock: Clock
}

/** A script that is not what it was. */
export interface ChangedScript {
  /** Absolute. */
  readonly file: string
  readonly why: string
  /** Null where it is gone. */
  readonly hash: string | null
  /** Of what it was when it was trusted; null where there was none. */
  readonly trustedHash: string | null
}

export interface Trust {
  /** Binds the scripts that are not bound yet to what they are now. */
  bind(session: string, entries: readonly CommandEntry[], workspace: string): void
  /** Of one entry; empty where it may be run. */
  changed(session: string, entries: readonly CommandEntry[], workspace: string): readonly ChangedScript[]
  /** Without a session: of what a person said yes to in that folder, what is another by now. */
  changedSince(entry: CommandEntry, workspace: string): ChangedScript | null
  /** From now on they are trusted as they are now. */
  accept(session: string, scripts: readonly ChangedScript[]): void
  forget(session: string): void
}

type Bound = Readonly<Record<string, Fingerprint | null>>

const OWNER = 'belay: scripts of commands'

export function createTrust({ db, clock, taken, texts }: TrustParts): Trust {
  const known = new Map<string, Bound>()
  const boundOf = (root: string): Bound => {
    const bound = known.get(root) ?? stored(db, root)
    known.set(root, bound)
    return bound
  }
  const write = (root: string, bound: Bound) => {
    known.set(root, bound)
    for (const [file, print] of Object.entries(bound)) texts.keep(file, print?.hash)
    db.setHookValue(OWNER, { key: root, value: asJson(bound), at: clock.now() }, Number.MAX_SAFE_INTEGER)
  }
  return {
    bind(session, entries, workspace) {
      const root = rootOf(db, session)
      const bound = boundOf(root)
      const fresh = scriptsOf(entries, workspace).filter((file) => !Object.hasOwn(bound, file))
      if (fresh.length === 0) return
      // What a person said yes to in a checkout is bound to what they saw then.
      const agreed = entries.flatMap(({ id }) => {
        const found = taken.of(id, workspace)
        return found === null ? [] : Object.entries(found.scripts)
      })
      const now = fresh.map((file) => [file, fingerprint(file)] as const)
      write(root, { ...Object.fromEntries(now), ...Object.fromEntries(agreed), ...bound })
    },
    changed(session, entries, workspace) {
      const bound = boundOf(rootOf(db, session))
      return scriptsOf(entries, workspace).flatMap((file) => {
        const before = bound[file]
        const why = before === undefined ? null : difference(before, fingerprint(file))
        if (why === null) return []
        return [{ file, why, hash: fingerprint(file)?.hash ?? null, trustedHash: before?.hash ?? null }]
      })
    },
    changedSince({ id }, workspace) {
      for (const [file, before] of Object.entries(taken.of(id, workspace)?.scripts ?? {})) {
        const now = fingerprint(file)
        const why = difference(before, now)
        if (why !== null) return { file, why, hash: now?.hash ?? null, trustedHash: before?.hash ?? null }
      }
      return null
    },
    accept(session, scripts) {
      const root = rootOf(db, session)
      write(root, { ...boundOf(root), ...Object.fromEntries(scripts.map(({ file }) => [file, fingerprint(file)])) })
    },
    forget(session) {
      known.delete(session)
      db.removeHookValue(OWNER, session)
    },
  }
}

/** What a yes is bound to. */
export function hashOfScripts(scripts: readonly Pick<ChangedScript, 'file' | 'hash'>[]): string {
  const named = scripts.map(({ file, hash }) => [file, hash])
  return createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 16)
}

function scriptsOf(entries: readonly CommandEntry[], workspace: string): readonly string[] {
  return [...new Set(entries.flatMap((entry) => scriptsIn(entry, workspace)))]
}

function difference(before: Fingerprint | null, now: Fingerprint | null): string | null {
  if (before === null) return now === null ? null : 'appeared since this session opened'
  if (now === null) return 'is not there any more'
  if (now.real !== before.real) return `leads to ${now.real} now`
  return now.hash === before.hash ? null : 'was changed since it was last trusted'
}

/** A fork goes on with what the session trusted that it was made from. */
function stored(db: Database, root: string): Bound {
  const own = db.hookValue(OWNER, root)
  if (own !== undefined) return readBound(own)
  const from = db.session(root)?.forkedFrom ?? null
  return from === null ? {} : readBound(db.hookValue(OWNER, rootOf(db, from.session)) ?? {})
}

function readBound(value: Json): Bound {
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([file, print]) => [file, readPrint(print)]))
}

function asJson(bound: Bound): Json {
  return Object.fromEntries(
    Object.entries(bound).map(([file, print]) => [
      file,
      print === null ? null : { real: print.real, hash: print.hash },
    ]),
  )
}
