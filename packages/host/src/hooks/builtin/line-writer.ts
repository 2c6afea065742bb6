/**
 * Appends lines to files, for logs that several sessions and processes may write to at once. Promises: each line goes out
 * in one write at the file's end, in the order in which it was handed over; a file that was removed or moved away comes
 * into being again; a failure rejects its own line and keeps no other from being written.
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../../processes/make-folder'

/** A disk that does not answer must not fill the memory instead. */
const MOST_WAITING = 10_000
/** Without waiting: a pipe that nobody reads would hold a thread for ever. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK
/** For the person alone. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

export class LineWriter {
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0
  /** Files whose last line went out in part: the next one begins anew. */
  private readonly torn = new Set<string>()

  append(path: string, line: string): Promise<void> {
    if (this.waiting >= MOST_WAITING) return Promise.reject(new Error(`${path} does not keep up: a line was dropped`))
    this.waiting += 1
    const written = this.last
      .then(() => this.write(path, line))
      .finally(() => {
        this.waiting -= 1
      })
    this.last = written.catch(() => undefined)
    return written
  }

  private async write(path: string, line: string): Promise<void> {
    try {
      await this.writeWhole(path, Buffer.from(`${this.torn.has(path) ? '\n' : ''}${line}\n`))
    } catch (error) {
      throw new Error(`a line was not written to ${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  private async writeWhole(path: string, bytes: Buffer): Promise<void> {
    const file = await openToAppend(path)
    try {
      const { bytesWritten } = await file.write(bytes)
      if (bytesWritten === bytes.length) {
        this.torn.delete(path)
        return
      }
      if (bytesWritten > 0) this.torn.add(path)
      throw new Error(`only ${bytesWritten} of ${bytes.length} bytes went out`)
    } finally {
      await file.close()
    }
  }
}

async function openToAppend(path: string) {
  try {
    return await open(path, APPEND, FILE_MODE)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  makeFolder(dirname(path), FOLDER_MODE)
  return open(path, APPEND, FILE_MODE)
}
