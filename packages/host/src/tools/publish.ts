/** Files appear whole or not at all. A draft is on record while it stands, so that one that a dead process left can be removed. */
import { randomBytes } from 'node:crypto'
import { constants, copyFile, link, open, readFile, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isCode } from '../processes/end-group'
import { makeFolder } from '../processes/make-folder'
import { type Drafts, UNRECORDED } from './drafts'

interface Draft {
  readonly content: string | Uint8Array
  /** The file's own, whatever the umask; null for a new file. */
  readonly mode: number | null
}

/** Publishes a new file, its parents made. False where there is one by now. */
export async function publishNew(path: string, made: Draft, drafts: Drafts = UNRECORDED): Promise<boolean> {
  makeFolder(dirname(path))
  return withDraft(path, drafts, async (draft) => {
    try {
      await writeDraft(draft, made, drafts)
      await placeNew(draft, path)
      return true
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false
      throw error
    }
  })
}

interface Replacing {
  /** What the file must still hold. */
  readonly before: Buffer
  readonly after: Draft
}

/** Puts new content in the place of a file, only while it still holds what was read. False where it does not. */
export function publishOver(path: string, { before, after }: Replacing, drafts: Drafts = UNRECORDED): Promise<boolean> {
  return withDraft(path, drafts, async (draft) => {
    await writeDraft(draft, after, drafts)
    const now = await readFile(path).catch(() => null)
    if (now === null || !now.equals(before)) return false
    await rename(draft, path)
    return true
  })
}

/** Beside the file, so that the last step is one within a file system. Whatever happens, the draft is gone afterwards. */
async function withDraft(path: string, drafts: Drafts, publish: (draft: string) => Promise<boolean>): Promise<boolean> {
  const draft = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`)
  drafts.coming(draft)
  try {
    return await publish(draft)
  } finally {
    if (await isRemoved(draft)) drafts.gone(draft)
  }
}

async function isRemoved(draft: string): Promise<boolean> {
  try {
    await unlink(draft)
    return true
  } catch (error) {
    return isCode(error, 'ENOENT')
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

async function writeDraft(path: string, { content, mode }: Draft, drafts: Drafts): Promise<void> {
  const file = await open(path, 'wx')
  try {
    drafts.made(path, await file.stat())
    if (mode !== null) await file.chmod(mode & 0o7777)
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
