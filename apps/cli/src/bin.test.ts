import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'belay-bin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bin = fileURLToPath(new URL('../bin', import.meta.url))

describe('bin/belay.mjs', () => {
  it('says what to run where the packages are not installed, without a stack', () => {
    mkdirSync(join(folder, 'apps/cli'), { recursive: true })
    cpSync(bin, join(folder, 'apps/cli/bin'), { recursive: true })
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'apps/cli/bin/belay.mjs'), '--version'],
      {
        encoding: 'utf8',
      },
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^belay: Its packages are not installed here; run "npm ci" in .*\n$/)
  })

  it('can be linked to: it finds its checkout from the real place of the file', () => {
    const link = join(folder, 'belay')
    execFileSync('ln', ['-s', join(bin, 'belay.mjs'), link])
    expect(execFileSync(process.execPath, [link, '--version'], { encoding: 'utf8' })).toMatch(/^\d/)
  })
})
