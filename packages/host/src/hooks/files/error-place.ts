/** Where in a person's file something went wrong, read off the stack of the worker and the source map of its code. */
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import type { Bundle } from './bundle-hook'

export interface Place {
  readonly file: string
  readonly line: number
}

/** Longer than any path and function name. */
const LONGEST_FRAME = 1_000

/** The first line of a file of the person's own on the stack. */
export function placeInStack(bundle: Bundle, stack: string): Place | null {
  const map = new SourceMap(JSON.parse(bundle.map))
  for (const frame of stack.split('\n')) {
    // The stack is the hook's to write: each line is read from its end, in a bounded number of steps.
    const match = / at .*:(\d{1,9}):(\d{1,9})\)?$/.exec(frame.slice(-LONGEST_FRAME))
    if (match === null || !frame.includes(`${bundle.file}:${match[1]}:`)) continue
    const [, line, column] = match
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1)
    if (!('originalSource' in entry)) continue
    const source = resolve(dirname(bundle.file), entry.originalSource)
    if (bundle.inputs.includes(source)) return { file: source, line: entry.originalLine + 1 }
  }
  return null
}

/** The line that says what a message complains about in quotes (`unknown point "tools.befor"`), else that of the stack. */
export function placeOfComplaint(bundle: Bundle, message: string, stack: string): Place | null {
  const said = /"((?:[^"\\]|\\.)+)"/.exec(message)?.[1]
  const text = textOf(bundle)
  const line = said === undefined ? -1 : text.split('\n').findIndex((one) => isQuoted(one, said))
  if (line >= 0) return { file: bundle.file, line: line + 1 }
  return placeInStack(bundle, stack) ?? defaultExport(bundle.file, text)
}

/** As it was bundled: by now the file may hold something else, or never have been there. */
function textOf({ file, map }: Bundle): string {
  const { sources, sourcesContent } = sourceTexts.parse(JSON.parse(map))
  return sourcesContent[sources.findIndex((source) => resolve(dirname(file), source) === file)] ?? ''
}

const sourceTexts = z.object({
  sources: z.array(z.string()).default([]),
  sourcesContent: z.array(z.string().nullable()).default([]),
})

function isQuoted(line: string, said: string): boolean {
  return ["'", '"', '`'].some((quote) => line.includes(quote + said + quote))
}

function defaultExport(file: string, text: string): Place | null {
  const line = text.split('\n').findIndex((one) => /^\s*(?:export\s+default\b|export\s*\{.*\bas\s+default\b)/.test(one))
  return line < 0 ? null : { file, line: line + 1 }
}
