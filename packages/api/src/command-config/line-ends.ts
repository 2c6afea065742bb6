/**
 * How lines end in a file that is edited as text with `\n`. Promises: what was not edited keeps its ends, also where they are
 * mixed; new lines end as most do.
 */
const BOM = '\ufeff'

/** As an editor has it. */
export function plainText(raw: string): string {
  return withoutMark(raw).replace(/\r\n|\r/g, '\n')
}

/** `text` as it is to stand in the file that held `raw`. */
export function likeBefore(raw: string, text: string): string {
  const mark = raw.startsWith(BOM) ? BOM : ''
  const before = linesOf(withoutMark(raw))
  const after = linesOf(plainText(text))
  const usual = usualEnd(before)
  const same = (one: Line | undefined, other: Line | undefined) => one?.text === other?.text
  let top = 0
  while (top < Math.min(before.length, after.length) && same(before[top], after[top])) top += 1
  let bottom = 0
  const most = Math.min(before.length, after.length) - top
  while (bottom < most && same(before.at(-1 - bottom), after.at(-1 - bottom))) bottom += 1
  const lines = after.map((line, at) => {
    const was = at < top ? before[at] : at >= after.length - bottom ? before[before.length - after.length + at] : null
    // Whether a last line ends at all is the text's to say.
    if (line.end === '') return line.text
    return `${line.text}${was == null || was.end === '' ? usual : was.end}`
  })
  return mark + lines.join('')
}

interface Line {
  readonly text: string
  readonly end: string
}

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)]
    .map(([, line = '', end = '']) => ({ text: line, end }))
    .filter(({ text: line, end }) => line !== '' || end !== '')
}

function usualEnd(lines: readonly Line[]): string {
  const windows = lines.filter(({ end }) => end === '\r\n').length
  return windows * 2 > lines.filter(({ end }) => end !== '').length ? '\r\n' : '\n'
}

function withoutMark(raw: string): string {
  return raw.startsWith(BOM) ? raw.slice(1) : raw
}
