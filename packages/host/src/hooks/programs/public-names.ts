/**
 * What a program file shows to the outside, and where: read off esbuild's own rendering of it, in which every declaration
 * begins a line and all exports stand in one list at the end. Runs nothing of the file.
 */
import { SourceMap } from 'node:module'
import { z } from 'zod'
import type { Bundler } from '../files/bundler'

export interface PublicName {
  readonly name: string
  /** Of its declaration, from 1. */
  readonly line: number
}

export interface FileNames {
  readonly exported: readonly PublicName[]
  /** Declared beside them and kept to the file. */
  readonly own: readonly PublicName[]
}

const written = z.object({ code: z.string(), map: z.string() })

/** Null where the text is no TypeScript. */
export async function publicNames(bundler: Bundler, file: string, text: string): Promise<FileNames | null> {
  const answer = await bundler.run({ do: 'transform', file, text })
  if (!answer.ok) return null
  const { code, map } = written.parse(answer.value)
  const lines = code.split('\n')
  const places = new SourceMap(JSON.parse(map))
  const declared = declarations(lines, places)
  const exported = exportsIn(lines).map(({ name, local }) => ({
    name,
    line: declared.get(local) ?? lineOf(text, name),
  }))
  const locals = new Set(exportsIn(lines).map(({ local }) => local))
  const own = [...declared].filter(([name]) => !locals.has(name)).map(([name, line]) => ({ name, line }))
  return { exported, own }
}

const DECLARATION = /^(?:(?:async )?function\*? ?|class |(?:var|let|const) )([\w$]+)/

function declarations(lines: readonly string[], map: SourceMap): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    const name = DECLARATION.exec(line)?.[1]
    if (name === undefined) continue
    const entry = map.findEntry(index, line.indexOf(name))
    if ('originalLine' in entry) found.set(name, entry.originalLine + 1)
  }
  return found
}

/** `a as b` of the list at the end, which esbuild writes one name a line; the last such list is the file's own. */
function exportsIn(lines: readonly string[]): readonly { readonly name: string; readonly local: string }[] {
  const start = lines.lastIndexOf('export {')
  if (start < 0) return []
  const end = lines.findIndex((line, index) => index > start && line.startsWith('}'))
  return lines.slice(start + 1, end).map((line) => {
    const [local = '', name = local] = line.replace(/,$/, '').trim().split(' as ')
    return { local, name }
  })
}

/** Where it is not declared here but brought in: the first line that names it. */
function lineOf(text: string, name: string): number {
  return (
    Math.max(
      0,
      text.split('\n').findIndex((line) => line.includes(name)),
    ) + 1
  )
}
