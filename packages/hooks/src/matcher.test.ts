/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileMatcher, toolOf } from './matcher'
import { EVENTS } from './testing/asking'

const matches = (matcher: string | null, tool: string) => {
  const compiled = compileMatcher(matcher)
  return compiled.ok && compiled.matches(tool)
}

describe('13-matcher-literal-vs-regex', () => {
  const table = readFileSync(new URL('./fixtures/matchers.tsv', import.meta.url), 'utf8')
  const rows = table.trimEnd().split('\n').slice(1)
  it.each(rows.map((row) => row.split('\t')))('%j on %s fires: %s (%s)', (matcher = '', tool = '', fires = '') => {
    expect(matches(matcher, tool)).toBe(fires === 'yes')
  })
})

describe("Belay's own tool names", () => {
  it.each([
    ['files.edit', 'files.edit', true],
    ['files.edit', 'files_edit', false],
    ['files.edit', 'myfiles.edit', false],
    ['files.edit|files.write', 'files.write', true],
    ['run, files.write', 'files.write', true],
    ['files', 'files.write', false],
    ['files\\..*', 'files.write', true],
    ['^files', 'files.write', true],
    ['run', 'rerun', false],
  ])('%j on %s is %s', (matcher, tool, fires) => {
    expect(matches(matcher, tool)).toBe(fires)
  })

  it('absent matches all', () => {
    expect(matches(null, 'any')).toBe(true)
  })

  it('what is no expression says so', () => {
    expect(compileMatcher('run(')).toMatchObject({ ok: false, message: expect.stringContaining('"run("') })
  })

  it('only tool points are about a tool', () => {
    expect(toolOf({ point: 'tools.before', event: EVENTS['tools.before'] })).toBe('run')
    expect(toolOf({ point: 'tools.after', event: EVENTS['tools.after'] })).toBe('run')
    expect(toolOf({ point: 'stop.done', event: EVENTS['stop.done'] })).toBeNull()
  })
})
