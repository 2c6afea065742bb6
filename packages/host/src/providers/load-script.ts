/** Reads a script file. Promises: never throws for a bad file; a mistake is one sentence with file, line and reason. */
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { readRegular } from '../processes/read-regular'
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

/** The longest script of a whole day has some hundred kilobytes. */
const MOST_BYTES = 4 * 1_048_576

export function loadScript(path: string): LoadedScript {
  const read = readRegular(path, MOST_BYTES)
  if (read.ok) return parseScript(read.bytes.toString('utf8'), path)
  const why = read.found ? read.reason : 'there is no such script'
  return { ok: false, found: read.found, file: path, line: null, message: `${path}: ${why}` }
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
