/** Which sessions to list, from the options of `belay sessions list`. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SessionQuery } from '@belay/api'
import { usage } from '../failure'
import { didYouMean } from '../nearest'

export interface ListOptions {
  readonly search?: string
  readonly archived?: true
  readonly deleted?: true
  readonly status?: readonly string[]
  readonly refused?: true
  readonly workspace?: string
}

export async function readQuery(options: ListOptions, cwd: string): Promise<SessionQuery> {
  const { search, archived, deleted, status, refused, workspace } = options
  if (archived === true && deleted === true)
    throw usage('--archived and --deleted are two lists: a session that was deleted is on the second only')
  return {
    search,
    shelf: deleted === true ? 'deleted' : archived === true ? 'archived' : undefined,
    status: status === undefined ? undefined : await readStatus(status),
    refused,
    workspace: workspace === undefined ? undefined : realPath(resolve(cwd, workspace)),
  }
}

async function readStatus(words: readonly string[]): Promise<NonNullable<SessionQuery['status']>> {
  const { SESSION_STATUSES } = await import('@belay/api')
  return words.flatMap((word) => {
    const found = SESSION_STATUSES.filter((status) => status === word)
    if (found.length > 0) return found
    throw usage(
      `--status takes ${SESSION_STATUSES.join(', ')}; "${word}" is none of them${didYouMean(word, SESSION_STATUSES)}`,
    )
  })
}

/** Sessions know their folder by its real path; one that is gone is looked for as it is named. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
