import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/cli.md'), 'utf8')
const sources = join(root, 'packages/api/src')

const settings = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(join(sources, file), 'utf8').matchAll(/\bdb\.setting\('([^']+)'\)/g)])
  .map(([, key = '']) => key)

describe('a setting that Belay reads', () => {
  it('is found where it is read', () => expect(settings).toContain('run.shell'))
  it.each([...new Set(settings)])('%s is in the page of the command line', (key) => {
    expect(page).toContain(`| \`${key}\``)
  })
})
