/**
 * The tools `files.edit` and `files.write`: an exact edit, published only while the file is what was read; new files, whole.
 * What stood there is kept first: a change that can't be put back is not made.
 */
import { lstat, readFile, stat } from 'node:fs/promises'
import type { ComingChange, FileKeeper, Tool, ToolResult } from '@belay/agent'
import { z } from 'zod'
import { isCode } from '../processes/end-group'
import { defineTool, failed, ok } from './define-tool'
import type { Drafts } from './drafts'
import { publishNew, publishOver } from './publish'
import { checkFile, MOST_EDIT_BYTES, whyNot } from './read-text'
import { replaceText } from './replace-text'
import { findPath, needToWrite } from './workspace-path'

const file_path = z.string().min(1).describe('The file, relative to the workspace or absolute.')

const editSchema = z.strictObject({
  file_path,
  old_string: z.string().describe('The text to replace, to the letter. It must stand in the file exactly once.'),
  new_string: z.string().describe('The text that takes its place.'),
  line_hint: z
    .int()
    .min(1)
    .optional()
    .describe('Where the text stands several times: the line near which it is meant.'),
})
type EditArgs = z.infer<typeof editSchema>

export function createFilesEdit(drafts: Drafts | undefined): Tool {
  return defineTool<EditArgs>({
    name: 'files.edit',
    description: 'Replaces one exact, unique piece of a text file.',
    readOnly: false,
    schema: editSchema,
    subject: (args) => args.file_path,
    need: (args, workspace) => needToWrite(args.file_path, workspace),
    run: async (args, { workspace, files }) => {
      const { path, shown } = await findPath(args.file_path, workspace)
      const file = await checkFile(path, shown)
      if (!file.ok) return failed(file.message)
      if (file.bytes > MOST_EDIT_BYTES) return failed(`${shown} has ${file.bytes} bytes: too large to edit here.`)
      try {
        return await edit(args, { path, shown, files, drafts })
      } catch (error) {
        return failed(whyNot(error, shown))
      }
    },
  })
}

interface Place {
  readonly path: string
  readonly shown: string
  readonly files: FileKeeper
  readonly drafts: Drafts | undefined
}

async function edit(args: EditArgs, place: Place): Promise<ToolResult> {
  const { path, shown } = place
  const before = await readFile(path)
  const text = before.toString('utf8')
  if (!Buffer.from(text).equals(before))
    return failed(`${shown} is not UTF-8 text: an edit would change more than it says.`)
  const { old_string: oldText, new_string: newText, line_hint: lineHint = null } = args
  const replaced = replaceText(text, { oldText, newText, lineHint })
  if (!replaced.ok) return failed(`${shown} was not changed: ${replaced.message}`)
  const { mode } = await stat(path)
  const change = { path, before: { content: before, mode }, after: Buffer.from(replaced.text) }
  const published = await keepAndPublish(place, change, () =>
    publishOver(path, { before, after: { content: replaced.text, mode } }, place.drafts),
  )
  if (published === 'taken')
    return failed(`${shown} was not changed: something else changed it meanwhile. Read it again.`)
  if (published !== 'published') return published
  const { firstLine, lastLine } = replaced
  return ok(`Edited ${shown}, now lines ${firstLine}–${lastLine}:\n${around(replaced.text, firstLine, lastLine)}`, {
    firstLine,
    lastLine,
  })
}

/** `taken`: something else was there. */
async function keepAndPublish(
  { files, shown }: Pick<Place, 'files' | 'shown'>,
  change: ComingChange,
  publish: () => Promise<boolean>,
): Promise<'published' | 'taken' | ToolResult> {
  let withdraw: () => void
  try {
    withdraw = await files.changing(change)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return failed(`${shown} was not changed, since what stands there could not be kept first: ${why}`)
  }
  let published = false
  try {
    published = await publish()
    return published ? 'published' : 'taken'
  } finally {
    if (!published) withdraw()
  }
}

/** Lines of the edit and two on each side, so that the model sees where it landed. */
function around(text: string, first: number, last: number): string {
  const lines = text.split('\n')
  const from = Math.max(1, first - 2)
  const to = Math.min(lines.length, Math.min(last, first + 40) + 2)
  return lines
    .slice(from - 1, to)
    .map((line, index) => `${from + index}\t${line.slice(0, 300)}`)
    .join('\n')
}

const writeSchema = z.strictObject({ file_path, content: z.string().describe('The whole content.') })
type WriteArgs = z.infer<typeof writeSchema>

export function createFilesWrite(drafts: Drafts | undefined): Tool {
  return defineTool<WriteArgs>({
    name: 'files.write',
    description: 'Writes a new file; folders on the way are made. A file that is there is changed with files.edit.',
    readOnly: false,
    schema: writeSchema,
    subject: (args) => args.file_path,
    need: (args, workspace) => needToWrite(args.file_path, workspace),
    run: async ({ file_path: asked, content }, { workspace, files }) => {
      const { path, shown } = await findPath(asked, workspace)
      const taken = `${shown} is there already and was not changed: use files.edit, or another path.`
      try {
        if (await isThere(path)) return failed(taken)
        const change = { path, before: null, after: Buffer.from(content) }
        const published = await keepAndPublish({ shown, files }, change, () =>
          publishNew(path, { content, mode: null }, drafts),
        )
        if (published === 'taken') return failed(taken)
        if (published !== 'published') return published
      } catch (error) {
        return failed(whyNot(error, shown))
      }
      const bytes = Buffer.byteLength(content)
      return ok(`Wrote ${shown} (${bytes} bytes).`, { bytes })
    },
  })
}

/** Looked at before anything is kept: of a file that is not new, nothing must be on record as if it were. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return false
    throw error
  }
}
