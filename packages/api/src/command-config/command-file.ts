/**
 * `hooks.json` under the home folder. Promises: it appears whole or not at all; what somebody else wrote meanwhile is never
 * overwritten; line ends and a byte order mark stay as they are.
 */
import { createHash } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { publishNew, publishOver, readRegular } from '@belay/host'
import type { CommandFileSave, CommandFileText } from '../contract/command-config'
import { writing } from '../home/write-problem'
import { OperationError } from '../operations'
import { likeBefore, plainText } from './line-ends'

/** As much as a hook file may be. */
export const MOST_BYTES = 1_048_576

export function commandFilePath(home: string): string {
  return join(home, 'hooks.json')
}

export function readCommandFile(path: string): CommandFileText | null {
  if (!existsSync(path)) return null
  return described(path, bytesOf(path))
}

export async function saveCommandFile(path: string, { text, expect }: CommandFileSave): Promise<CommandFileText> {
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new OperationError(
      'bad_input',
      'The text is larger than 1 MiB, which hooks.json may not be. Nothing was saved.',
    )
  return writing('Nothing was saved: your text is kept here.', () =>
    expect === null ? saveNew(path, text) : saveOver(path, { text, expect }),
  )
}

/** For its owner alone: commands may hold what others need not read. */
async function saveNew(path: string, text: string): Promise<CommandFileText> {
  if (await publishNew(path, { content: text, mode: 0o600 })) return described(path, Buffer.from(text))
  throw new OperationError('conflict', `There is a file ${path} by now. Nothing was saved.`)
}

/** Where the name is a link, what it leads to is written. */
async function saveOver(path: string, { text, expect }: { text: string; expect: string }): Promise<CommandFileText> {
  if (!existsSync(path)) throw new OperationError('conflict', `${path} is not there any more. Nothing was saved.`)
  const real = realpathSync(path)
  const before = bytesOf(real)
  const content = Buffer.from(likeBefore(before.toString('utf8'), text))
  const isSame = hashOf(before) === expect
  if (isSame && (await publishOver(real, { before, after: { content, mode: statSync(real).mode } })))
    return described(path, content)
  throw new OperationError(
    'conflict',
    `${path} was changed since it was opened. Nothing was saved: look at both first.`,
  )
}

function bytesOf(path: string): Buffer {
  const read = readRegular(path, MOST_BYTES)
  if (!read.ok) throw new OperationError('conflict', `${path} can't be read: ${read.reason}.`)
  // Saving it would put something else in the place of what can't be shown.
  if (!Buffer.from(read.bytes.toString('utf8')).equals(read.bytes))
    throw new OperationError('conflict', `${path} is no UTF-8 text: it can't be edited here.`)
  return read.bytes
}

function described(file: string, bytes: Buffer): CommandFileText {
  return { file, text: plainText(bytes.toString('utf8')), hash: hashOf(bytes) }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
