/** The library as the server has it: a part of one bundle, run by plain node, far from this source. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_IN } from './builtin'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = resolve(here, '../../../..')
const folders: string[] = []

/** As the app's own bundles are made: the workspace's packages inside, everything else left to node. */
const ownPackages: Plugin = {
  name: 'own-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^@belay\// }, ({ path }) => ({
      path: join(root, 'packages', path.slice('@belay/'.length), 'src/index.ts'),
    }))
  },
}

describe('in a bundle', () => {
  let said: Record<string, unknown>
  let stdout: string
  let stderr: string

  beforeAll(async () => {
    const dist = join(root, 'packages/host/dist')
    mkdirSync(dist, { recursive: true })
    const out = mkdtempSync(join(dist, 'bundled-library-'))
    const home = mkdtempSync(join(tmpdir(), 'belay-home-'))
    folders.push(out, home)
    cpSync(join(here, 'fixtures/home'), home, { recursive: true })
    cpSync(join(here, 'fixtures/wild/wild.ts'), join(home, 'wild.ts'))
    await build({
      entryPoints: [join(here, 'fixtures/bundled/main.mjs')],
      outfile: join(out, 'main.mjs'),
      ...{
        bundle: true,
        format: 'esm',
        platform: 'node',
        target: 'node20.9',
        packages: 'external',
        logLevel: 'silent',
      },
      plugins: [ownPackages],
    })
    expect(readFileSync(join(out, 'main.mjs'), 'utf8')).not.toContain("from '@belay/")
    const args = [join(out, 'main.mjs'), home, join(home, 'wild.ts')]
    const ended = await promisify(execFile)(process.execPath, args, { cwd: tmpdir(), timeout: 60_000 })
    stdout = ended.stdout
    stderr = ended.stderr
    said = JSON.parse(stdout)
  })
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('finds the packages that hook files import, and the hooks answer', () => {
    expect(said.listed).toEqual([
      ...[...BUILT_IN.keys()].sort().map((slug) => [slug, null]),
      ['block-commands', 'a built-in hook is called block-commands; rename the file'],
      ['greet', null],
      ['no-secrets', null],
    ])
    expect(said.masked).toMatchObject({ decision: 'rewrite', value: 'a ******', errors: [null] })
    expect(said.refused).toMatchObject({ decision: 'block' })
  })

  it('ends a hook that loops', () => {
    expect(said.looped).toMatchObject({ errors: [{ kind: 'timeout' }] })
  })

  it('outlives a hook that kills its process', () => {
    expect(said.killed).toMatchObject({ errors: [{ kind: 'exit' }] })
  })

  it('lets nothing that a hook prints out', () => {
    expect(said.printed).toMatchObject({ notes: [expect.stringMatching(/: printed$/)] })
    expect(said.deeply).toMatchObject({
      notes: [expect.stringMatching(/: kept$/), expect.stringMatching(/: null$/), expect.stringMatching(/: function$/)],
    })
    expect(stdout.startsWith('{')).toBe(true)
    expect(stderr).toBe('')
  })
})
