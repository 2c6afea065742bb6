/** The tools `files.edit` and `files.write`: an exact edit, published only while the file is what was read; new files, whole. */
import { readFile, stat } from 'node:fs/promises'
import type { Tool, ToolResult } from '@belay/agent'
import { z } from 'zod'
import { defineTool, failed, ok } from './define-tool'
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

export const filesEdit: Tool = defineTool<EditArgs>({
  name: 'files.edit',
  description: 'Replaces one exact, unique piece of a text file.',
  readOnly: false,
  schema: editSchema,
  subject: (args) => args.file_path,
  need: (args, workspace) => needToWrite(args.file_path, workspace),
  run: async (args, { workspace }) => {
    const { path, shown } = await findPath(args.file_path, workspace)
    const file = await checkFile(path, shown)
    if (!file.ok) return failed(file.message)
    if (file.bytes > MOST_EDIT_BYTES) return failed(`${shown} has ${file.bytes} bytes: too large to edit here.`)
    try {
      return await edit(args, { path, shown })
    } catch (error) {
      return failed(whyNot(error, shown))
    }
  },
})

interface Place {
  readonly path: string
  readonly shown: string
}

async function edit(args: EditArgs, { path, shown }: Place): Promise<ToolResult> {
  const before = await readFile(path)
  const text = before.toString('utf8')
  if (!Buffer.from(text).equals(before))
    return failed(`${shown} is not UTF-8 text: an edit would change more than it says.`)
  const { old_string: oldText, new_string: newText, line_hint: lineHint = null } = args
  const replaced = replaceText(text, { oldText, newText, lineHint })
  if (!replaced.ok) return failed(`${shown} was not changed: ${replaced.message}`)
  const { mode } = await stat(path)
  const published = await publishOver(path, before, { content: replaced.text, mode })
  if (!published) return failed(`${shown} was not changed: something else changed it meanwhile. Read it again.`)
  const { firstLine, lastLine } = replaced
  return ok(`Edited ${shown}, now lines ${firstLine}–${lastLine}:\n${around(replaced.text, firstLine, lastLine)}`, {
    firstLine,
    lastLine,
  })
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

export const filesWrite: Tool = defineTool<WriteArgs>({
  name: 'files.write',
  description: 'Writes a new file; folders on the way are made. A file that is there is changed with files.edit.',
  readOnly: false,
  schema: writeSchema,
  subject: (args) => args.file_path,
  need: (args, workspace) => needToWrite(args.file_path, workspace),
  run: async ({ file_path: asked, content }, { workspace }) => {
    const { path, shown } = await findPath(asked, workspace)
    try {
      const published = await publishNew(path, content)
      if (!published) return failed(`${shown} is there already and was not changed: use files.edit, or another path.`)
    } catch (error) {
      return failed(whyNot(error, shown))
    }
    const bytes = Buffer.byteLength(content)
    return ok(`Wrote ${shown} (${bytes} bytes).`, { bytes })
  },
})
