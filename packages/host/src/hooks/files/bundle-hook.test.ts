import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { realClock } from '../testing/world'
import { bundleHook, versionOf } from './bundle-hook'
import { BundlerProcesses } from './bundler'

const MIB = 1_048_576
const bundler = new BundlerProcesses(realClock, () => undefined)
afterAll(() => bundler.close())

function scene() {
  const folder = freshFolder()
  const at = (name: string) => join(folder, name)
  execFileSync('mkfifo', [at('pipe.ts')])
  mkdirSync(at('folder.ts'))
  writeFileSync(at('large.ts'), `//${'x'.repeat(MIB)}\n`)
  writeFileSync(at('wants-pipe.ts'), `import './pipe.ts'\n`)
  writeFileSync(at('wants-device.ts'), `import '/dev/zero'\n`)
  writeFileSync(at('wants-large.ts'), `import './large.ts'\n`)
  return at
}

describe('what is no file of a person is not read, and does not hold anything up', () => {
  it.each([
    ['a pipe', 'pipe.ts', /^it is not a regular file$/],
    ['a folder', 'folder.ts', /^it is a folder$/],
    ['a hook that is too large', 'large.ts', /^it is larger than 1 MiB$/],
    ['an import of a pipe', 'wants-pipe.ts', /pipe\.ts: it is not a regular file$/],
    ['an import of a device', 'wants-device.ts', /\/dev\/zero: it is not a regular file$/],
    ['an import that is too large', 'wants-large.ts', /large\.ts: it is larger than 1 MiB$/],
  ])('%s', async (_, name, message) => {
    expect(await bundleHook(bundler, { file: scene()(name) })).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(message) },
    })
  })

  it('a device', async () => {
    expect(await bundleHook(bundler, { file: '/dev/zero' })).toMatchObject({
      ok: false,
      error: { message: 'it is not a regular file' },
    })
  })

  it('a file that became a pipe since it was read', () => {
    const at = scene()
    expect(() => versionOf(at('pipe.ts'), [at('pipe.ts')])).toThrow(/not a regular file/)
  })
})
