/** Where an exact text stands in a file, and what to tell where it does not. Pure. */
export interface Replacement {
  readonly oldText: string
  readonly newText: string
  /** Near which line it is meant, where it stands several times. */
  readonly lineHint: number | null
}

export type Replaced =
  | { readonly ok: true; readonly text: string; readonly firstLine: number; readonly lastLine: number }
  | { readonly ok: false; readonly message: string }

const MOST_CANDIDATES = 5

export function replaceText(text: string, { oldText, newText, lineHint }: Replacement): Replaced {
  if (oldText === '') return no('old_string is empty: give the text that is to be replaced.')
  if (oldText === newText) return no('old_string and new_string are the same.')
  const [from, to] = inLineEndsOf(text, [oldText, newText])
  const places = placesOf(text, from)
  const place = choose(text, places, lineHint)
  if (place === null) return no(places.length === 0 ? describeMiss(text, from) : describeSeveral(text, places))
  const firstLine = lineAt(text, place)
  const after = text.slice(0, place) + to + text.slice(place + from.length)
  return { ok: true, text: after, firstLine, lastLine: firstLine + to.split('\n').length - 1 }
}

/** A file with CRLF is edited with CRLF, also by a model that writes LF. */
function inLineEndsOf(text: string, [from, to]: readonly [string, string]): readonly [string, string] {
  const crlf = text.includes('\r\n') && !/[^\r]\n/.test(text)
  if (!crlf || from.includes('\r')) return [from, to]
  return [from.replaceAll('\n', '\r\n'), to.replaceAll(/\r?\n/g, '\r\n')]
}

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

/** The only place, or the one nearest to the hint where no other is as near. */
function choose(text: string, places: readonly number[], hint: number | null): number | null {
  if (places.length < 2 || hint === null) return places.length === 1 ? (places[0] ?? null) : null
  const far = places.map((place) => Math.abs(lineAt(text, place) - hint))
  const least = Math.min(...far)
  return far.filter((each) => each === least).length === 1 ? (places[far.indexOf(least)] ?? null) : null
}

function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}

function describeSeveral(text: string, places: readonly number[]): string {
  const lines = [...new Set(places.map((place) => lineAt(text, place)))].slice(0, 20).join(', ')
  return `old_string stands ${places.length} times, on lines ${lines}: give more of the text around it, or line_hint.`
}

/** Lines that are the same but for blanks come first, then those that hold the longest line asked for. */
function describeMiss(text: string, part: string): string {
  const lines = text.split(/\r?\n/)
  const wanted = part
    .split(/\r?\n/)
    .map(squeeze)
    .filter((line) => line !== '')
  const first = wanted[0] ?? ''
  const longest = wanted.reduce((best, line) => (line.length > best.length ? line : best), '')
  const near = lines.flatMap((line, index) => {
    const squeezed = squeeze(line)
    const like =
      squeezed !== '' &&
      (squeezed === first || squeezed === longest || (longest.length > 5 && squeezed.includes(longest)))
    return like ? [`${index + 1}\t${line.slice(0, 200)}`] : []
  })
  if (near.length === 0) return 'old_string is not in the file, nor anything like it. Read the file again.'
  const more = near.length > MOST_CANDIDATES ? `\n[${near.length - MOST_CANDIDATES} more]` : ''
  return `old_string is not in the file to the letter. Lines that are like it:\n${near.slice(0, MOST_CANDIDATES).join('\n')}${more}`
}

function squeeze(line: string): string {
  return line.replace(/\s+/g, ' ').trim()
}

function no(message: string): Replaced {
  return { ok: false, message }
}
