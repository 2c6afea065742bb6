/**
 * A folder of files described, however many it has. Promises: at most `MOST_LISTED` are loaded, a few at a time, and between them
 * the app gets to other things; what is left out is said where the others are listed.
 */
import { setImmediate } from 'node:timers/promises'
import type { LibraryHook } from './library'
import { brokenHook } from './library-hook'

/** More than anybody looks through. Each costs a bundling and a thread for a moment. */
export const MOST_LISTED = 300
const AT_A_TIME = 4

export async function describeFiles(
  folder: string,
  files: readonly string[],
  describe: (file: string) => Promise<LibraryHook>,
): Promise<readonly LibraryHook[]> {
  const hooks: LibraryHook[] = []
  const left = files.slice(0, MOST_LISTED)
  const work = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      hooks.push(await describe(file))
      await setImmediate()
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return files.length <= MOST_LISTED ? hooks : [...hooks, leftOut(folder, files.length)]
}

/** Stands in every list as a file that does not load does. */
function leftOut(folder: string, count: number): LibraryHook {
  const more = (count - MOST_LISTED).toLocaleString('en-US')
  const message = `the folder has ${count.toLocaleString('en-US')} files; the first ${MOST_LISTED} by name are listed and ${more} were left out. Put what is no hook elsewhere`
  return { ...brokenHook(folder, folder, { file: folder, line: null, message }), name: `${more} more files` }
}
