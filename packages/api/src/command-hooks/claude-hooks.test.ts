/** Ten hooks as people have them for Claude Code, unchanged: bash with jq, Python, Node and a compiled program. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { readJsonFile } from './testing/read-json-file'
import { openTurns, run } from './testing/turn-ground'

const has = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    // Not on this machine.
    return false
  }
}
const usable = ['bash', 'jq', 'python3', 'node'].every(has)
const settings = readJsonFile(join(import.meta.dirname, 'fixtures/claude/settings.json'))
const write = (path: string): JsonObject => ({
  calls: [{ name: 'files.write', args: { file_path: path, content: 'x\n' } }],
})

describe.skipIf(!usable)('hooks written for Claude Code', () => {
  it.each(['plain', `it's a "folder" – проект 測試`])('run unchanged in %s', async (workspace) => {
    const steps = [
      run('rm -rf build'),
      run('pip install x'),
      run('curl http://example.invalid'),
      write('.env'),
      write('notes.txt'),
      { text: 'All done.' },
      { text: 'The tests are green.' },
    ]
    const ground = await openTurns({ files: 'claude', hooks: settings, script: { steps }, workspace })
    const compiled = has('cc')
    if (compiled)
      execFileSync('cc', ['-o', join(ground.workspace, 'hooks/compiled'), join(ground.workspace, 'hooks/compiled.c')])
    else ground.write('hooks/compiled', '#!/bin/sh\nif grep -q "curl "; then echo no network >&2; exit 2; fi\n')
    const id = await ground.create()
    const state = await ground.turn(id, 'Do it.')
    const results = state.rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))
    expect(results[0]).toMatch(/refused by .*guard-bash\.sh.*: rm -rf is not allowed here/)
    expect(results[1]).toContain('uv pip install x')
    expect(results[2]).toMatch(/refused by .*: no network/)
    expect(results[3]).toMatch(/refused by .*: \.env holds secrets/)
    expect(existsSync(join(ground.workspace, '.env'))).toBe(false)
    expect(existsSync(join(ground.workspace, 'notes.txt'))).toBe(true)
    const told = state.rows.flatMap((row) => (row.kind === 'input' && row.origin === 'hook' ? [row.text] : []))
    expect(told.join('\n')).toContain(`Branch: main in ${ground.workspace.split('/').at(-1)}`)
    expect(told).toContain('The prompt has 6 characters.')
    expect(told.join('\n')).toContain('Mind the linter.')
    expect(told.join('\n')).toContain('Run the tests first.')
    expect(state.turns.at(-1)).toMatchObject({ status: 'completed', answer: 'The tests are green.' })
    const [after] = readFileSync(join(ground.out, 'after.jsonl'), 'utf8').trimEnd().split('\n')
    expect(JSON.parse(after ?? '')).toMatchObject({ tool: 'Bash', out: 'uv pip install x' })
    const failed = (await ground.verdicts(id)).filter(({ verdict }) => verdict.error !== null)
    expect(failed.map(({ verdict }) => verdict.error?.message)).toEqual([])
    await ground.belay.close()
    expect(readFileSync(join(ground.out, 'ended'), 'utf8').trim()).toBe('stopped')
  })
})
