/** A file that a person names, as text; `-` is standard input. A failure is one sentence with the name as it was typed. */
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { usage } from '../failure'
import { decode, readStdin } from './stdin'

/** Sets of hooks are some kilobytes. */
const MOST_BYTES = 16 * 1024 * 1024

export async function readTextFile(file: string, cwd: string): Promise<string> {
  if (file === '-') return readStdin(process.stdin, 'the file')
  const stat = statSync(resolve(cwd, file), { throwIfNoEntry: false })
  if (file === '' || stat === undefined) throw usage(`there is no file ${file}`)
  if (!stat.isFile()) throw usage(`${file} is not a file`)
  if (stat.size > MOST_BYTES) throw usage(`${file} is larger than ${MOST_BYTES / 1024 / 1024} MiB`)
  return decode(readBytes(file, cwd), file)
}

function readBytes(file: string, cwd: string): Uint8Array {
  try {
    return readFileSync(resolve(cwd, file))
  } catch (error) {
    throw usage(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
