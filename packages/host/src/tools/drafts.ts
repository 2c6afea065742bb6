/**
 * Which drafts stand in people's folders, in a file of the home, so that those of a process that was killed can be removed by the
 * next one. Promises: a draft is on record before it is made; only what is on record, and still is the file that was made, is
 * ever removed. One process a home writes it.
 */
import { appendFileSync, lstatSync, readFileSync, rmSync, type Stats, unlinkSync } from 'node:fs'
import { z } from 'zod'
import { isCode } from '../processes/end-group'

export interface Drafts {
  /** Throws where it can't be recorded; then none may be made. */
  coming(path: string): void
  made(path: string, stat: Pick<Stats, 'dev' | 'ino'>): void
  /** Never throws. */
  gone(path: string): void
}

/** Of publishing whose drafts nobody looks for. */
export const UNRECORDED: Drafts = { coming: () => undefined, made: () => undefined, gone: () => undefined }

const line = z.union([
  z.strictObject({ coming: z.string() }),
  z.strictObject({ made: z.string(), dev: z.number(), ino: z.number() }),
  z.strictObject({ gone: z.string() }),
])
type Line = z.infer<typeof line>

export function recordDrafts(journal: string): Drafts {
  const standing = new Set<string>()
  const note = (entry: Line): void => appendFileSync(journal, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
  return {
    coming(path) {
      note({ coming: path })
      standing.add(path)
    },
    made: (path, { dev, ino }) => note({ made: path, dev, ino }),
    gone(path) {
      standing.delete(path)
      try {
        // Nothing of it is needed any more, and so it stays small.
        if (standing.size === 0) rmSync(journal, { force: true })
        else note({ gone: path })
      } catch {
        // What is published is published; the next start finds no file of that name.
      }
    },
  }
}

/** For the start, before anything is published. The paths of the drafts that were removed. */
export function removeLeftDrafts(journal: string): readonly string[] {
  const removed = [...leftBy(journal)].filter(([path, made]) => removeDraft(path, made)).map(([path]) => path)
  rmSync(journal, { force: true })
  return removed
}

type Made = { readonly dev: number; readonly ino: number } | null

/** By path; null for one that may have been made, and was not yet written to. */
function leftBy(journal: string): ReadonlyMap<string, Made> {
  const left = new Map<string, Made>()
  for (const entry of readLines(journal)) {
    if ('coming' in entry) left.set(entry.coming, null)
    else if ('made' in entry) left.set(entry.made, { dev: entry.dev, ino: entry.ino })
    else left.delete(entry.gone)
  }
  return left
}

function readLines(journal: string): readonly Line[] {
  return textOf(journal)
    .split('\n')
    .flatMap((text) => {
      const read = line.safeParse(parsed(text))
      return read.success ? [read.data] : []
    })
}

function textOf(journal: string): string {
  try {
    return readFileSync(journal, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return ''
    throw error
  }
}

/** The last line may be cut off. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The name alone proves nothing where somebody may have put another file there since. */
function removeDraft(path: string, made: Made): boolean {
  try {
    const stat = lstatSync(path)
    const isOurs = made === null ? stat.size === 0 : stat.dev === made.dev && stat.ino === made.ino
    if (!stat.isFile() || !isOurs) return false
    unlinkSync(path)
    return true
  } catch {
    // It is not there, or out of reach: there is nothing that could be done.
    return false
  }
}
