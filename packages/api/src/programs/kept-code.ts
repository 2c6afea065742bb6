/** The last good code of hook files, in the database. A failure of it is told to the log: no hook is less for it. */
import type { Database } from '@belay/db'
import type { KeptCode } from '@belay/host'

export interface KeptCodeParts {
  readonly db: Pick<Database, 'keptCode' | 'keepCode' | 'dropCode'>
  readonly report: (line: string) => void
}

export function keptCode({ db, report }: KeptCodeParts): KeptCode {
  const trying = <T>(file: string, otherwise: T, run: () => T): T => {
    try {
      return run()
    } catch (error) {
      report(`the last good version of ${file} could not be kept or read: ${String(error)}`)
      return otherwise
    }
  }
  return {
    get: (file) => trying(file, null, () => db.keptCode(file)),
    set: (file, version) => trying(file, undefined, () => db.keepCode({ file, ...version })),
    remove: (file) => trying(file, undefined, () => db.dropCode(file)),
  }
}
