/**
 * Who may import whom. The table below is the table of docs/architecture.md; every import in every package is read and
 * a forbidden one fails with its file and line. The pure packages may not reach for the world around them either.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Room {
  readonly folder: string
  /** Workspace packages that may be imported at run time; tests may import them too. */
  readonly inside: readonly string[]
  /** Workspace packages of which only types may be imported. */
  readonly types?: readonly string[]
  /** Packages from outside: null where the room may use any that its package.json names. */
  readonly outside: readonly string[] | null
  /** May import `node:` and use clocks, randomness and the process. */
  readonly effects: boolean
}

const pure = { outside: [], effects: false } as const
const rooms: readonly Room[] = [
  { folder: 'packages/trace', inside: [], ...pure },
  { folder: 'packages/hooks', inside: ['@belay/trace'], ...pure },
  { folder: 'packages/agent', inside: ['@belay/trace', '@belay/hooks'], ...pure },
  { folder: 'packages/canvas', inside: ['@belay/trace'], ...pure },
  { folder: 'packages/host', inside: ['@belay/trace', '@belay/hooks', '@belay/agent'], outside: null, effects: true },
  { folder: 'packages/replay', inside: ['@belay/trace', '@belay/hooks', '@belay/agent'], ...pure },
  { folder: 'prisma-free-db', inside: ['@belay/trace'], outside: ['drizzle-orm', 'better-sqlite3'], effects: true },
  {
    folder: 'packages/api',
    inside: ['@belay/trace', '@belay/hooks', '@belay/agent', '@belay/host', '@belay/replay', '@belay/db'],
    outside: [
      ...['@trpc/server', '@trpc/client', 'superjson', 'ws', 'zod'],
      ...['@opentelemetry/api', '@opentelemetry/otlp-transformer', '@opentelemetry/resources'],
    ],
    effects: true,
  },
  { folder: 'apps/web/server', inside: ['@belay/api'], outside: null, effects: true },
  {
    folder: 'apps/web',
    inside: ['@belay/canvas', '@belay/trace'],
    types: ['@belay/api'],
    outside: null,
    effects: true,
  },
  {
    folder: 'apps/cli',
    inside: ['@belay/api', '@belay/trace'],
    outside: ['commander', 'diff'],
    effects: true,
  },
]

const testOnly = new Set(['vitest', 'fast-check', 'otlp-definitions', 'esbuild'])
const forbiddenInPure =
  /\b(?:Date\.now|new Date\(\)|Math\.random|performance\.|process\.|setTimeout|setInterval|window\.|document\.|globalThis\.)/

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (['node_modules', 'dist', '.next', 'fixtures', 'public', 'scripts', '.turbo'].includes(name)) return []
    if (statSync(path).isDirectory()) return sources(path)
    return /\.tsx?$/.test(name) && !name.endsWith('.d.ts') ? [path] : []
  })
}

function roomOf(path: string): Room | undefined {
  return rooms.find((room) => path.startsWith(`${room.folder}/`))
}

/** They wait for ever on a pipe and read without end on a device: whatever a checkout or a person names is read by `read-regular.ts`. */
const readsItsOwn = [
  'packages/api/src/home/',
  'packages/api/src/http/browser-sessions.ts',
  // Looks at what it is first.
  'packages/api/src/past/import-file.ts',
  'packages/api/src/command-hooks/named-files.ts',
  'packages/host/src/command-hooks/runner/named-files.ts',
  'packages/host/src/hooks/builtin/commit-rules.ts',
  'packages/host/src/hooks/builtin/format-after-edit.ts',
  'packages/host/src/tools/drafts.ts',
  // Of /proc.
  'packages/host/src/hooks/files/resident-memory.ts',
  'packages/host/src/processes/end-group.ts',
  'packages/host/src/processes/marked-groups.ts',
]

interface Import {
  readonly from: string
  readonly typeOnly: boolean
  readonly line: number
}

function importsOf(text: string): Import[] {
  const found: Import[] = []
  const pattern =
    /(?:^|\n)\s*(?:(import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?|(?:.*?\bimport\(\s*))['"]([^'"\n]+)['"]/g
  for (const match of text.matchAll(pattern)) {
    const line = text.slice(0, (match.index ?? 0) + match[0].length).split('\n').length
    found.push({ from: match[3] ?? '', typeOnly: match[2] !== undefined, line })
  }
  return found
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function complaint(room: Room, found: Import, path: string): string | null {
  const { from, typeOnly } = found
  const isTest = /\.test\.tsx?$|\.bench\.ts$|\/testing\//.test(path)
  if (from.startsWith('.')) {
    const target = relative(root, join(root, path, '..', from))
    if (target.startsWith(`${room.folder}/`) || roomOf(`${target}/`)?.folder === room.folder) return null
    const at = roomOf(target)
    if (room.folder === 'apps/web/server' && at?.folder === 'apps/web') return null
    return `reaches out of ${room.folder} by path`
  }
  if (from.startsWith('node:')) return room.effects || isTest ? null : 'is a pure package: nothing of node'
  const name = packageName(from)
  if (isTest && testOnly.has(name)) return null
  if (name.startsWith('@belay/') || name === 'belay') {
    if (room.inside.includes(name) || (typeOnly && room.types?.includes(name))) return null
    return room.types?.includes(name) ? 'may import only types of it' : 'may not know it'
  }
  if (room.outside === null || room.outside.includes(name)) return null
  return 'may not use it'
}

const files = rooms
  .flatMap((room) => sources(join(root, room.folder)))
  .map((path) => relative(root, path))
  .filter((path, index, all) => all.indexOf(path) === index)

describe('the house', () => {
  it('has rooms with sources in them', () => {
    expect(files.length).toBeGreaterThan(40)
  })

  it('imports only what the table allows', () => {
    const complaints = files.flatMap((path) => {
      const room = roomOf(path)
      if (room === undefined) return []
      return importsOf(readFileSync(join(root, path), 'utf8')).flatMap((found) => {
        const why = complaint(room, found, path)
        return why === null ? [] : [`${path}:${found.line} imports ${found.from}: ${room.folder} ${why}`]
      })
    })
    expect(complaints).toEqual([])
  })

  it('keeps clocks, randomness and the environment out of the pure packages', () => {
    const complaints = files
      .filter((path) => roomOf(path)?.effects === false && !path.includes('.test.'))
      .flatMap((path) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .flatMap((line, index) =>
            forbiddenInPure.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line)
              ? [`${path}:${index + 1} ${line.trim()}`]
              : [],
          ),
      )
    expect(complaints).toEqual([])
  })

  it('reads files that others name in one way only', () => {
    const read = files.filter(
      (path) =>
        /^packages\/(?:api|host)\//.test(path) &&
        !/\.test\.|\/testing\//.test(path) &&
        /\breadFileSync\(/.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(read.filter((path) => !readsItsOwn.some((own) => path.startsWith(own)))).toEqual([])
  })

  it('catches a forbidden import, so that the rule above can fail', () => {
    const trace = rooms[0] as Room
    const [found] = importsOf("import { x } from '@belay/hooks'\n")
    expect(found).toBeDefined()
    expect(complaint(trace, found as Import, 'packages/trace/src/x.ts')).toBe('may not know it')
    const web = rooms.find((room) => room.folder === 'apps/web') as Room
    expect(complaint(web, { from: '@belay/api', typeOnly: false, line: 1 }, 'apps/web/lib/x.ts')).toBe(
      'may import only types of it',
    )
    expect(complaint(web, { from: '@belay/api', typeOnly: true, line: 1 }, 'apps/web/lib/x.ts')).toBeNull()
  })
})
