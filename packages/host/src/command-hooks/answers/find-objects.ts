/**
 * Where an answer stands in what a command printed (`command-hooks.md` §3): the whole of it, else objects that begin a line. Promises:
 * an object inside a broken one does not count, and braces in log lines are no objects; the work is bounded by the text.
 */
import { isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { withoutEscapes } from './plain-text'
import { endOfBalance, scanObject } from './scan-object'

export interface Found {
  /** In their order; the last is the answer. */
  readonly objects: readonly JsonObject[]
  /** What stands before, between and after them; all of it where there is none. */
  readonly around: string
  /** It begins with a brace and holds no whole object. */
  readonly broken: boolean
}

const BOM = '\ufeff'
/** Looking for the end of broken objects may read the text so many times over. */
const MOST_READINGS = 4

/** `cut`: the text begins within a line. */
export function findObjects(printed: string, cut = false): Found {
  const text = printed.startsWith(BOM) ? printed.slice(1) : printed
  const whole = parse(text.trim()) ?? parse(cleaned(text).trim())
  if (whole !== null) return { objects: [whole], around: '', broken: false }
  return search(cleaned(text), cut)
}

/** What may stand around or inside JSON and is none of it. A raw escape is in no string of JSON either. */
function cleaned(text: string): string {
  return withoutEscapes(text).replaceAll(BOM, '').replaceAll('\0', '')
}

function parse(text: string): JsonObject | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null
  try {
    const json: Json = JSON.parse(text)
    return isJsonObject(json) ? json : null
  } catch {
    // Not JSON: that is what is asked.
    return null
  }
}

function search(text: string, cut: boolean): Found {
  const objects: JsonObject[] = []
  const around: string[] = []
  const begin = /^[ \t]*\{/gm
  let budget = text.length * MOST_READINGS
  let kept = 0
  if (cut) begin.lastIndex = Math.max(0, text.indexOf('\n'))
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const at = match.index + match[0].length - 1
    const scanned = scanObject(text, at)
    if (scanned.ok) {
      const object = parse(text.slice(at, scanned.end))
      if (object !== null) {
        objects.push(object)
        around.push(text.slice(kept, match.index))
        kept = scanned.end
      }
      begin.lastIndex = scanned.end
      continue
    }
    // All that follows is inside of it.
    if (scanned.cut) break
    const { end, spent } = scanned.read ? endOfBalance(text, at, budget) : { end: null, spent: 0 }
    budget -= spent
    begin.lastIndex = end ?? Math.max(at + 1, lineStart(text, scanned.at))
  }
  around.push(text.slice(kept))
  return { objects, around: around.join(''), broken: objects.length === 0 && text.trimStart().startsWith('{') }
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}
