/** What changed in a value, as lines: `-` what was, `+` what is; texts of several lines with the lines around. */
import type { Json } from '@belay/trace'
import { structuredPatch } from 'diff'
import { changesBetween } from '../changes'
import type { Paint } from './paint'
import { cut, oneLine, safe } from './text'

/** Enough of a line to see what it is; `--json` has the whole. */
const MOST_COLUMNS = 200
/** Lines of one text: a rewritten file is not printed whole. */
const MOST_LINES = 40
const AROUND = 2

export function diffText(was: Json, now: Json, paint: Paint): readonly string[] {
  return changesBetween(was, now).flatMap(({ path, was: before, now: after }) => {
    const texts = typeof before === 'string' && typeof after === 'string'
    if (texts && (before.includes('\n') || after.includes('\n'))) {
      return [...(path === '' ? [] : [`${path}:`]), ...lineDiff(before, after, paint)]
    }
    const name = path === '' ? '' : `${path}: `
    return [
      ...(before === undefined ? [] : [paint('red', `- ${name}${short(before)}`)]),
      ...(after === undefined ? [] : [paint('green', `+ ${name}${short(after)}`)]),
    ]
  })
}

function short(value: Json): string {
  return cut(oneLine(typeof value === 'string' ? value : JSON.stringify(value)), MOST_COLUMNS)
}

function lineDiff(before: string, after: string, paint: Paint): readonly string[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: AROUND })
  const lines = hunks.flatMap((hunk, place) => [...(place === 0 ? [] : ['  …']), ...hunk.lines.filter(isText)])
  const shown = lines.slice(0, MOST_LINES).map((line) => painted(line, paint))
  const more = lines.length - shown.length
  return more > 0 ? [...shown, `  … ${more} more line${more === 1 ? '' : 's'}`] : shown
}

/** That a file ends without a line end is no change of it. */
function isText(line: string): boolean {
  return !line.startsWith('\\')
}

function painted(line: string, paint: Paint): string {
  const [sign, text] = [line.charAt(0), cut(safe(line.slice(1)), MOST_COLUMNS)]
  if (sign === '-') return paint('red', `- ${text}`)
  return sign === '+' ? paint('green', `+ ${text}`) : paint('dim', `  ${text}`)
}
