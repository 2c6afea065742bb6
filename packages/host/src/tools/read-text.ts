/** Files as text, within bounds. What is no text file is said in a sentence, as a value. */
import { open, stat } from 'node:fs/promises'
import { isCode } from '../processes/end-group'

/** Above this a file is no source text; reading goes line by line, so only editing is bound by it. */
export const MOST_EDIT_BYTES = 10_485_760

export type FileCheck = { readonly ok: true; readonly bytes: number } | { readonly ok: false; readonly message: string }

export async function checkFile(path: string, shown: string): Promise<FileCheck> {
  try {
    const stats = await stat(path)
    if (stats.isDirectory()) return no(`${shown} is a folder: list it with files.ls.`)
    if (!stats.isFile()) return no(`${shown} is not a file but a device, pipe or socket.`)
    return { ok: true, bytes: stats.size }
  } catch (error) {
    return no(whyNot(error, shown))
  }
}

/** A failure of the file system in words. */
export function whyNot(error: unknown, shown: string): string {
  if (isCode(error, 'ENOENT')) return `There is no file ${shown}.`
  if (isCode(error, 'ENOTDIR')) return `There is no file ${shown}: a part of the path is a file.`
  if (isCode(error, 'EACCES') || isCode(error, 'EPERM')) return `${shown} may not be read or written by this user.`
  return `${shown}: ${error instanceof Error ? error.message : String(error)}`
}

/** Whether its first 8 KiB hold a NUL, which no text does. */
export async function looksBinary(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8_192), 0, 8_192, 0)
    return buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await file.close()
  }
}

function no(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}
