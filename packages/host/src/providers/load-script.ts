/** Reads a script file. Promises: never throws for a bad file; a mistake is one sentence with file, line and reason. */
import { readFileSync } from 'node:fs'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { isCode } from '../processes/end-group'
import { type Script, scriptSchema } from './script'

export type LoadedScript =
  | { readonly ok: true; readonly script: Script; readonly text: string }
  | {
      readonly ok: false
      readonly found: boolean
      readonly file: string
      readonly line: number | null
      readonly message: string
    }

export function loadScript(path: string): LoadedScript {
  try {
    return parseScript(readFileSync(path, 'utf8'), path)
  } catch (error) {
    const found = !isCode(error, 'ENOENT') && !isCode(error, 'ENOTDIR')
    const why = !found ? 'there is no such script' : `it can't be read (${String(error)})`
    return { ok: false, found, file: path, line: null, message: `${path}: ${why}` }
  }
}

/** JSON is read as the YAML that it is, so that both have lines. */
export function parseScript(text: string, path: string): LoadedScript {
  const lines = new LineCounter()
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  if (error !== undefined) return mistake(path, lines.linePos(error.pos[0]).line, error.message)
  const read = scriptSchema.safeParse(document.toJS())
  if (read.success) return { ok: true, script: read.data, text }
  const [issue] = read.error.issues
  if (issue === undefined) return mistake(path, null, 'it is no script')
  const where = issue.path.map(String).join('.')
  return mistake(path, lineOf(document, issue, lines), where === '' ? issue.message : `${where}: ${issue.message}`)
}

function mistake(file: string, line: number | null, why: string): LoadedScript {
  const message = `${file}${line === null ? '' : `:${line}`}: ${why.replaceAll(/\s+/g, ' ')}`
  return { ok: false, found: true, file, line, message }
}

/** The line of the part that does not fit, or of the nearest part around it that is there. */
function lineOf(document: Document, issue: z.core.$ZodIssue, lines: LineCounter): number | null {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return null
}
