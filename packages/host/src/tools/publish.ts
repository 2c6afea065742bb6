/** Files appear whole or not at all. */
import { randomBytes } from 'node:crypto'
import { constants, copyFile, link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isCode } from '../processes/end-group'

interface Draft {
  readonly content: string | Uint8Array
  /** The file's own, whatever the umask; null for a new file. */
  readonly mode: number | null
}

/** Publishes a new file, its parents made. False where there is one by now. */
export async function publishNew(
  path: string,
  content: Draft['content'],
  mode: Draft['mode'] = null,
): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true })
  const draft = await writeDraft(path, { content, mode })
  try {
    await placeNew(draft, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await unlink(draft)
  }
}

/** Puts new content in the place of a file, only while it still holds what was read. False where it does not. */
export async function publishOver(path: string, before: Buffer, after: Draft): Promise<boolean> {
  const draft = await writeDraft(path, after)
  try {
    const now = await readFile(path).catch(() => null)
    if (now === null || !now.equals(before)) {
      await unlink(draft)
      return false
    }
    await rename(draft, path)
    return true
  } catch (error) {
    await unlink(draft).catch(() => undefined)
    throw error
  }
}

/** Some file systems have no links: there the file appears under its name while it is copied. */
async function placeNew(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (!NO_LINKS.some((code) => isCode(error, code))) throw error
    await copyFile(draft, path, constants.COPYFILE_EXCL)
  }
}

const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Beside the file, so that the last step is one within a file system. */
async function writeDraft(path: string, { content, mode }: Draft): Promise<string> {
  const draft = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`)
  const file = await open(draft, 'wx')
  try {
    if (mode !== null) await file.chmod(mode & 0o7777)
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}
