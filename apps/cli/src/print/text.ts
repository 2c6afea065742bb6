/**
 * Text for a terminal. What comes from models, tools and hooks may hold anything: control and direction characters are
 * shown as signs and never reach the terminal as such. Pure.
 */
import { HIDDEN_PATTERN } from '@belay/trace'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u
const hidden = new RegExp(HIDDEN_PATTERN, 'gu')

/** Several lines, as they stand but for control characters. */
export function safe(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(hidden, sign)
}

/** One line: line ends and tabs become signs too. */
export function oneLine(text: string): string {
  return safe(text).replaceAll('\n', '⏎').replaceAll('\t', ' ')
}

/** One line that reads back as exactly this value, and can do nothing to a terminal either. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(hidden, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(''),
  )
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`
}

function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '␡' : `\\u${code.toString(16).padStart(4, '0')}`
}

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** Cut between graphemes to at most `width` columns, with a sign where something is missing. */
export function cut(text: string, width: number): string {
  // A grapheme takes two columns at most, so short texts need no counting.
  if (text.length * 2 <= width || widthOf(text) <= width) return text
  let [kept, taken] = ['', 0]
  for (const { segment } of graphemes.segment(text)) {
    taken += wide.test(segment) ? 2 : 1
    if (taken > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** `0.4 ms`, `12 ms`, `3.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${Math.round(ms / 100) / 10} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Local, to the second: `2026-11-30 20:49:55`. */
export function localTime(epochMs: number): string {
  const date = new Date(epochMs)
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}
