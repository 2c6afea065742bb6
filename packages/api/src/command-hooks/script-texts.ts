/** What trusted scripts held, by their hash: so that a person sees what was changed before they say yes again. For those of a size that can be read through. */
import type { Database } from '@belay/db'
import { readRegular } from '@belay/host'
import type { Clock } from '@belay/trace'
import { fingerprint } from './named-files'
import { MOST_SHOWN_BYTES } from './script-shown'

const OWNER = 'belay: texts of scripts'

export interface ScriptTexts {
  /** As it is now, where it is what it was a moment ago. */
  keep(file: string, hash: string | undefined): void
  /** Null where it was not kept. */
  of(hash: string): string | null
}

export function scriptTexts({ db, clock }: { readonly db: Database; readonly clock: Clock }): ScriptTexts {
  const textOf = (hash: string) => {
    const text = db.hookValue(OWNER, hash)
    return typeof text === 'string' ? text : null
  }
  return {
    keep(file, hash) {
      if (hash === undefined || textOf(hash) !== null) return
      const read = readRegular(file, MOST_SHOWN_BYTES)
      if (!read.ok || fingerprint(file)?.hash !== hash) return
      const value = read.bytes.toString('utf8')
      db.setHookValue(OWNER, { key: hash, value, at: clock.now() }, Number.MAX_SAFE_INTEGER)
    },
    of: textOf,
  }
}
