/** The tool `files.read`: numbered lines of a text file, within bounds; says which bound stopped it and where to go on. */
import { createReadStream } from 'node:fs'
import type { Tool, ToolResult } from '@belay/agent'
import { z } from 'zod'
import { boundedLines } from './bounded-lines'
import { defineTool, failed, ok } from './define-tool'
import { checkFile, looksBinary, whyNot } from './read-text'
import { findPath, needToRead } from './workspace-path'

const DEFAULT_LINES = 2_000
const MOST_LINES = 20_000
/** About 12,000 tokens by default, 50,000 at most. */
const DEFAULT_CHARS = 50_000
const MOST_CHARS = 200_000

const schema = z.strictObject({
  file_path: z.string().min(1).describe('The file, relative to the workspace or absolute.'),
  start_line: z.int().min(1).optional().describe('First line, from 1.'),
  end_line: z.int().min(1).optional().describe('Last line.'),
  limit: z.int().min(1).max(MOST_LINES).optional().describe(`Lines at most; ${DEFAULT_LINES} where absent.`),
  max_chars: z.int().min(1).max(MOST_CHARS).optional().describe(`Characters at most; ${DEFAULT_CHARS} where absent.`),
})

type Args = z.infer<typeof schema>

export const filesRead: Tool = defineTool<Args>({
  name: 'files.read',
  description: 'Reads lines of a text file, numbered.',
  readOnly: true,
  schema,
  subject: ({ file_path, start_line }) => (start_line === undefined ? file_path : `${file_path}:${start_line}`),
  need: ({ file_path }, workspace) => needToRead(file_path, workspace),
  run: async (args, { workspace, signal }) => {
    const { path, shown } = await findPath(args.file_path, workspace)
    const file = await checkFile(path, shown)
    if (!file.ok) return failed(file.message)
    try {
      if (await looksBinary(path)) return failed(`${shown} is not text (${file.bytes} bytes).`)
      return describe(await readLines(path, args, signal), args, shown)
    } catch (error) {
      return failed(whyNot(error, shown))
    }
  },
})

interface Lines {
  readonly text: string
  /** The last line shown; 0 where there is none. */
  readonly last: number
  /** Lines of the file that were seen, shown or not. */
  readonly seen: number
  readonly bound: 'the end of the file' | 'end_line' | 'limit' | 'max_chars'
  /** The last line is shown in part. */
  readonly cut: boolean
}

async function readLines(path: string, args: Args, signal: AbortSignal): Promise<Lines> {
  const { start_line: start = 1, end_line: end = Number.POSITIVE_INFINITY } = args
  const { limit = DEFAULT_LINES, max_chars: mostChars = DEFAULT_CHARS } = args
  const input = createReadStream(path, { encoding: 'utf8', signal })
  const shown: string[] = []
  let chars = 0
  let seen = 0
  try {
    for await (const line of boundedLines(input, mostChars)) {
      seen += 1
      if (seen < start) continue
      const over = seen > end ? 'end_line' : shown.length === limit ? 'limit' : chars >= mostChars ? 'max_chars' : null
      if (over !== null) return lines(shown, seen - 1, over, start)
      const room = mostChars - chars
      shown.push(`${seen}\t${line.text.slice(0, room)}`)
      chars += line.text.length + 1
      if (line.text.length > room || line.leftOut > 0) return { ...lines(shown, seen, 'max_chars', start), cut: true }
    }
    return lines(shown, seen, 'the end of the file', start)
  } finally {
    input.destroy()
  }
}

function lines(shown: readonly string[], seen: number, bound: Lines['bound'], start: number): Lines {
  const last = shown.length === 0 ? 0 : start + shown.length - 1
  return { text: shown.join('\n'), last, seen, bound, cut: false }
}

function describe(read: Lines, args: Args, shown: string): ToolResult {
  const { text, last, seen, bound, cut } = read
  const facts = { firstLine: last === 0 ? 0 : (args.start_line ?? 1), lastLine: last, bound }
  if (last === 0) {
    return ok(
      seen === 0 ? `[${shown} is empty]` : `[${shown} has ${seen} lines: none from ${args.start_line ?? 1} on]`,
      facts,
    )
  }
  if (bound === 'the end of the file') return ok(`${text}\n[end of file]`, facts)
  const cutLine = cut ? `; line ${last} is longer and was cut` : ''
  return ok(`${text}\n[stopped by ${bound} after line ${last}${cutLine}; go on with start_line ${last + 1}]`, facts)
}
