/**
 * Finds processes by a variable of their environment: a thread that waits for a program (`execSync`) can't say which one.
 * Linux alone lists environments; elsewhere nothing is found.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { endGroup, statOf } from './end-group'

/** What is started between two looks is found by the next one. */
const MOST_LOOKS = 5

/** Ends the groups of all that carry `NAME=value`, and looks again until none is left or there is no more use in it. */
export async function endMarked(mark: string, killAfterMs: number): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const groups = groupsMarked(mark)
    if (groups.length === 0) return
    await Promise.all(groups.map((group) => endGroup(group, killAfterMs)))
  }
}

export function groupsMarked(mark: string): readonly number[] {
  if (process.platform !== 'linux') return []
  const marked = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && environmentOf(name).includes(`\0${mark}\0`),
  )
  const groups = marked
    .map((name) => statOf(name))
    .filter(({ state, group }) => group > 1 && state !== 'Z' && state !== 'X')
  return [...new Set(groups.map(({ group }) => group))]
}

/** Nothing of one that has ended, or is another user's. */
function environmentOf(name: string): string {
  try {
    return `\0${readFileSync(`/proc/${name}/environ`, 'latin1')}\0`
  } catch {
    return ''
  }
}
