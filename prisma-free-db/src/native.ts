/**
 * Opens SQLite's native module. Promises: where the module cannot be loaded the caller gets a `NativeModuleError` whose
 * message says which versions do not fit and what to run; never a half-working store.
 */
import { chmodSync, closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import type BetterSqlite from 'better-sqlite3'

export type Client = BetterSqlite.Database

export class NativeModuleError extends Error {
  override readonly name = 'NativeModuleError'
}

/** Creates the file for its owner alone; SQLite gives the files beside it the same permissions. */
export function createPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

export function openClient(path: string, options: BetterSqlite.Options = {}): Client {
  return new (driver())(path, options)
}

/** Another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

function driver(): typeof BetterSqlite {
  try {
    const Driver: typeof BetterSqlite = createRequire(import.meta.url)('better-sqlite3')
    // The binary is loaded by the first database, not by the import.
    new Driver(':memory:').close()
    return Driver
  } catch (error) {
    throw new NativeModuleError(describeNativeFailure(error), { cause: error })
  }
}

export function describeNativeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [built, wanted] = [...message.matchAll(/NODE_MODULE_VERSION (\d+)/g)].map((match) => match[1])
  const repair = 'Nothing was changed. Run `npm rebuild better-sqlite3` in the folder of Belay, then start it again.'
  if (built !== undefined) {
    const here = `this Node (${process.version}) needs version ${wanted ?? process.versions.modules}`
    return `The SQLite module was built for Node's module version ${built}, and ${here}. ${repair}`
  }
  return `The SQLite module does not load in this Node (${process.version}, module version ${process.versions.modules}): ${firstLine(message)}. ${repair}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.replace(/\.$/, '') ?? ''
}
