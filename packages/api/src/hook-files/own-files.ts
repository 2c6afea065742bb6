/**
 * The files of a person's own hooks: `hooks/<slug>.ts` under the home folder. Promises: a file appears whole or not at all; what
 * somebody else wrote meanwhile is never overwritten; nothing outside that folder is reached by a name.
 */
import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type HookLibrary, leadsIntoHome, OWN_GROUND, publishNew, publishOver, readRegular } from '@belay/host'
import type { HookFile, HookFileSave } from '../contract/hook-files'
import { writing } from '../home/write-problem'
import { OperationError } from '../operations'

export interface OwnFilesParts {
  /** The home folder. */
  readonly folder: string
  readonly library: HookLibrary
}

const SLUG = /^[A-Za-z0-9][A-Za-z0-9-]{0,59}$/
/** As much as is loaded as a hook. */
const MOST_BYTES = 1_048_576

export async function readOwn(parts: OwnFilesParts, slug: string): Promise<HookFile> {
  const file = await fileOf(parts, slug)
  if (file === null) throw new OperationError('not_found', `There is no hook file called ${slug} in ${hooksIn(parts)}.`)
  refuseOwnGround(parts, file)
  return described(slug, file, bytesOf(file).toString('utf8'))
}

/** The file of a hook of the person's own, also one that does not load; null where there is none. */
export async function fileOf({ library, folder }: OwnFilesParts, slug: string): Promise<string | null> {
  if (!SLUG.test(slug)) return null
  const file = (await library.find(slug))?.file ?? null
  return file !== null && dirname(file) === hooksIn({ folder }) ? file : null
}

export async function saveOwn(parts: OwnFilesParts, save: HookFileSave): Promise<HookFile> {
  const { slug, text, expect } = save
  checkSlug(slug)
  checkSize(text)
  const known = await parts.library.find(slug)
  if (known?.builtIn === true)
    throw new OperationError('conflict', `A built-in hook is called ${slug}. Choose another name.`)
  const file = (await fileOf(parts, slug)) ?? join(hooksIn(parts), `${slug}.ts`)
  refuseOwnGround(parts, file)
  await writing('Nothing was saved: your text is kept here.', () =>
    expect === null ? saveNew(file, text) : saveOver(file, { text, expect }),
  )
  return described(slug, file, text)
}

export async function deleteOwn(parts: OwnFilesParts, slug: string): Promise<void> {
  const file = await fileOf(parts, slug)
  if (file === null) throw new OperationError('not_found', `There is no hook file called ${slug} in ${hooksIn(parts)}.`)
  await writing('Nothing was deleted.', () => unlink(file))
}

/** The token and the database are in the home folder too. */
function refuseOwnGround({ folder }: OwnFilesParts, file: string): void {
  if (leadsIntoHome(folder, file)) throw new OperationError('conflict', `${file}: ${OWN_GROUND}.`)
}

export function checkSlug(slug: string): void {
  if (!SLUG.test(slug))
    throw new OperationError('bad_input', 'A hook file is named with letters, digits and `-`, at most 60 of them.')
}

export function checkSize(text: string): void {
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new OperationError('bad_input', 'The text is larger than 1 MiB, which no hook may be. Nothing was saved.')
}

async function saveNew(file: string, text: string): Promise<void> {
  if (await publishNew(file, { content: text, mode: null })) return
  throw new OperationError('conflict', `There is a file ${file} by now. Nothing was saved.`)
}

/** Where the name is a link, what it leads to is written. */
async function saveOver(file: string, { text, expect }: { text: string; expect: string }): Promise<void> {
  const real = existing(file)
  const before = bytesOf(real)
  const after = { content: text, mode: statSync(real).mode }
  const isSame = hashOf(before.toString('utf8')) === expect
  if (isSame && (await publishOver(real, { before, after }))) return
  throw new OperationError(
    'conflict',
    `${file} was changed since it was opened. Nothing was saved: look at both first.`,
  )
}

function existing(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    throw new OperationError('conflict', `${file} is not there any more. Nothing was saved.`)
  }
}

function bytesOf(file: string): Buffer {
  const read = readRegular(file, MOST_BYTES)
  if (!read.ok) throw new OperationError('conflict', `${file} can't be read: ${read.reason}.`)
  return read.bytes
}

function described(slug: string, file: string, text: string): HookFile {
  return { slug, file, text, hash: hashOf(text) }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function hooksIn({ folder }: Pick<OwnFilesParts, 'folder'>): string {
  return join(folder, 'hooks')
}
