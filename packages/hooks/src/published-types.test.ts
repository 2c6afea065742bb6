/// <reference types="node" />
/** types/belay-hooks.d.ts, which editors and hook authors get: current, enough by itself, and explained. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const home = fileURLToPath(new URL('..', import.meta.url))
const root = join(home, '../..')
const published = join(home, 'types/belay-hooks.d.ts')
const text = readFileSync(published, 'utf8')
const node = (...args: readonly string[]) => execFileSync(process.execPath, args, { encoding: 'utf8', cwd: home })

/** Nothing is above it, and nothing but the one file is known there. */
function compile(folder: string): string {
  const config = {
    compilerOptions: {
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true, types: [] },
      ...{ target: 'ES2023', lib: ['ES2023'], module: 'ESNext', moduleResolution: 'bundler', skipLibCheck: false },
      paths: { '@belay/hooks': [published] },
    },
    include: ['*.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    return node(join(root, 'node_modules/typescript/bin/tsc'), '-p', folder)
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

describe('the published types', () => {
  it('are those of the sources; if not: npm run types -w @belay/hooks', () => {
    expect(node(join(root, 'node_modules/tsx/dist/cli.mjs'), 'scripts/types.ts', '--print')).toBe(text)
  })

  it('import nothing', () => {
    expect(text).not.toMatch(/\bimport\b/)
  })

  it('are all that a hook file and a file of a program need', () => {
    const folder = mkdtempSync(join(tmpdir(), 'belay-author-'))
    cpSync(join(home, 'src/fixtures/author'), folder, { recursive: true })
    expect(compile(folder)).toBe('')
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(['Words', 'SessionWords', 'HookStore', 'HookHistory', 'Described<S>'])(
    'say of each part of %s what it is',
    (name) => {
      const [, body = ''] = text.split(new RegExp(`^(?:declare class|interface) ${name.replace('<', '<')}.*\\{$`, 'm'))
      const lines = body.slice(0, body.indexOf('\n}')).split('\n')
      const parts = lines.flatMap((line, index) => (/^ {2}(?:get |readonly )?\w+[(:?<]/.test(line) ? [index] : []))
      expect(parts.length).toBeGreaterThan(1)
      for (const part of parts) expect(lines[part - 1], lines[part]).toMatch(/\*\/$/)
    },
  )
})
