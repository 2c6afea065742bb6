/// <reference types="node" />
/** A verdict at the wrong point does not compile: every answer at every point, put before the compiler. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { POINTS } from '@belay/trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANSWERS, CELLS, COLUMNS } from './testing/verdict-table'

const home = fileURLToPath(new URL('..', import.meta.url))

/** Two ways to write each: a function of `on`, and one of a program's file. */
function lines(): readonly string[] {
  return CELLS.flatMap(({ answer, point }) => {
    const code = String(ANSWERS[answer]).replace(/\s+/g, ' ')
    return [
      `defineHook({ name: 'n', description: 'd', on: { '${point}': ${code} } })`,
      `export const f${lineNumber()} = (t: T): Answer<'${point}'> => (${code.replace(/^\((\w*)\)/, '(t)')})(t)`,
    ]
  })
}

let written = 0
function lineNumber(): number {
  written += 1
  return written
}

let wrong: Set<number>
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'belay-verdicts-'))
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [], target: 'ES2023', lib: ['ES2023'] },
    ...{ module: 'ESNext', moduleResolution: 'bundler', paths: { '@belay/hooks': [join(home, 'src/index.ts')] } },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['all.ts'] }))
  writeFileSync(
    join(folder, 'all.ts'),
    `import { type Answer, defineHook, type T } from '@belay/hooks'\n${lines().join('\n')}\n`,
  )
  wrong = new Set([...compiled(folder).matchAll(/all\.ts\((\d+),/g)].map((match) => Number(match[1])))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function compiled(project: string): string {
  const tsc = join(home, '../../node_modules/typescript/bin/tsc')
  try {
    return execFileSync(process.execPath, [tsc, '-p', project, '--pretty', 'false'], { encoding: 'utf8' })
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
  }
}

describe.each(POINTS)('at %s', (point) => {
  it.each(CELLS.map((cell, index) => ({ ...cell, index })).filter((cell) => cell.point === point))(
    'returning $answer compiles: $compiles',
    ({ index, compiles }) => {
      // The import stands on the first line.
      const on = 2 + index * 2
      expect([!wrong.has(on), !wrong.has(on + 1)]).toEqual([compiles, compiles])
    },
  )
})

it('the table has every point', () => {
  expect([...COLUMNS].sort()).toEqual([...POINTS].sort())
  expect(CELLS).toHaveLength(POINTS.length * Object.keys(ANSWERS).length)
})
