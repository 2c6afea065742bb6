/**
 * How much of a command hook's context the model is told (`hooks.md` §6). The verdict keeps all of it. Promises: what is
 * told is at most 10,000 UTF-16 units with the mark that says how many were left out, and never ends within a character.
 */
import type { HookSource } from '@belay/trace'
import type { Judged } from './judge'

const MOST_UNITS = 10_000
/** Between texts of one hook where they have to become one. */
const BETWEEN = '\n'

/** What the model is told of it: the texts themselves where they fit. */
export function toldContext(source: HookSource, context: readonly string[]): readonly string[] {
  if (source !== 'command' || total(context) <= MOST_UNITS) return context
  const whole = context.join(BETWEEN)
  const kept = keptOf(whole)
  return [whole.slice(0, kept) + mark(whole.length - kept)]
}

/** A verdict whose context is told in part says so. */
export function noteCut(source: HookSource, judged: Judged): Judged {
  if (source !== 'command' || judged.status !== 'answered') return judged
  const { context, notes } = judged.said
  if (total(context) <= MOST_UNITS) return judged
  const whole = context.join(BETWEEN)
  const note = `its context is too long: the model is told ${keptOf(whole)} of ${whole.length} characters, the record has them all`
  const said = { ...judged.said, notes: [...notes, note] }
  return { ...judged, said, counts: { ...judged.counts, notes: [...judged.counts.notes, note] } }
}

function total(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0) + BETWEEN.length * Math.max(0, texts.length - 1)
}

function keptOf(whole: string): number {
  const room = MOST_UNITS - mark(whole.length).length
  return isWithinCharacter(whole, room) ? room - 1 : room
}

function isWithinCharacter(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1))
}

function mark(left: number): string {
  return `\n[${left} more characters of this hook's context were left out]`
}
