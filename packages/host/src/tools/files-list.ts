/** The tools `files.ls`, `files.paths` and `files.find`: what there is, within bounds, saying when it was cut. */
import { readdir, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tool, ToolResult } from '@belay/agent'
import { z } from 'zod'
import { defineTool, failed, ok } from './define-tool'
import { whyNot } from './read-text'
import { searchLines } from './ripgrep'
import { findPath, needToRead } from './workspace-path'

const MOST_ENTRIES = 500
const DEFAULT_MATCHES = 200
const MOST_MATCHES = 2_000

const path = z
  .string()
  .min(1)
  .optional()
  .describe('A folder or file, relative to the workspace or absolute; the workspace where absent.')
const limit = z.int().min(1).max(MOST_MATCHES).optional().describe(`Lines at most; ${DEFAULT_MATCHES} where absent.`)

const lsSchema = z.strictObject({ path })
type LsArgs = z.infer<typeof lsSchema>

export const filesLs: Tool = defineTool<LsArgs>({
  name: 'files.ls',
  description: 'Lists a folder: folders end in /, links show where they lead, files show their bytes.',
  readOnly: true,
  schema: lsSchema,
  subject: (args) => args.path ?? '.',
  need: (args, workspace) => needToRead(args.path ?? '.', workspace),
  run: async (args, { workspace }) => {
    const { path: folder, shown } = await findPath(args.path ?? '.', workspace)
    try {
      return await listFolder(folder, shown)
    } catch (error) {
      return failed(whyNot(error, shown).replace('There is no file', 'There is no folder'))
    }
  },
})

async function listFolder(folder: string, shown: string): Promise<ToolResult> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
  const lines = await Promise.all(
    entries.slice(0, MOST_ENTRIES).map(async (entry) => {
      const at = join(folder, entry.name)
      if (entry.isDirectory()) return `${entry.name}/`
      if (entry.isSymbolicLink()) return `${entry.name} -> ${await readlink(at)}`
      return entry.isFile() ? `${entry.name} (${await sizeOf(at)})` : `${entry.name} (no file)`
    }),
  )
  if (entries.length === 0) return ok(`[${shown} is empty]`, { entries: 0 })
  const cut =
    entries.length > MOST_ENTRIES ? `\n[${entries.length - MOST_ENTRIES} more: narrow it with files.paths]` : ''
  return ok(lines.join('\n') + cut, { entries: entries.length })
}

/** A file may go away between listing and looking. */
async function sizeOf(file: string): Promise<string> {
  const stats = await stat(file).catch(() => null)
  return stats === null ? 'gone' : `${stats.size} bytes`
}

const pathsSchema = z.strictObject({
  pattern: z.string().min(1).describe('A glob such as *.ts or src/**/*.test.ts.'),
  path,
  limit,
})
type PathsArgs = z.infer<typeof pathsSchema>

export const filesPaths: Tool = defineTool<PathsArgs>({
  name: 'files.paths',
  description: 'Lists files whose path matches a glob. What .gitignore names, and hidden files, are left out.',
  readOnly: true,
  schema: pathsSchema,
  subject: ({ pattern }) => pattern,
  need: (args, workspace) => needToRead(args.path ?? '.', workspace),
  run: ({ pattern, path: at, limit: most = DEFAULT_MATCHES }, context) =>
    searchLines({ args: ['--files', '--glob', pattern], path: at ?? '.', most, what: 'files' }, context),
})

const findSchema = z.strictObject({
  pattern: z.string().min(1).describe('A regular expression (Rust syntax, without look-around and back-references).'),
  path,
  glob: z.string().min(1).optional().describe('Only files whose path matches this glob.'),
  ignore_case: z.boolean().optional(),
  limit,
})
type FindArgs = z.infer<typeof findSchema>

export const filesFind: Tool = defineTool<FindArgs>({
  name: 'files.find',
  description:
    'Searches the text of files: path, line number and line of each match. What .gitignore names, and hidden files, are left out.',
  readOnly: true,
  schema: findSchema,
  subject: ({ pattern }) => pattern,
  need: (args, workspace) => needToRead(args.path ?? '.', workspace),
  run: ({ pattern, path: at, glob, ignore_case, limit: most = DEFAULT_MATCHES }, context) => {
    const only = glob === undefined ? [] : ['--glob', glob]
    const cases = ignore_case === true ? ['--ignore-case'] : []
    // The engine that takes linear time, also where a configuration would choose another.
    const engine = ['--engine', 'default', '--line-number', '--with-filename', '--no-heading']
    const args = [...engine, '--max-columns', '300', '--max-columns-preview', ...cases, ...only, '--regexp', pattern]
    return searchLines({ args, path: at ?? '.', most, what: 'matches' }, context)
  },
})
