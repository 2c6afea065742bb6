/** Where in a session something stood that hooks were, or would have been, asked about. */
import type { Json, Span, TranscriptRow, TurnId } from '@belay/trace'
import type { ReadStep, RecordReader } from '../reading/record-reader'

export interface Place {
  readonly turn: TurnId
  /** The span that it was about; null where that is not on record. */
  readonly about: Span | null
  /** Epoch milliseconds at which it was asked, or would have been. */
  readonly at: number
  /** The row that it was about, where it was about one. */
  readonly row: TranscriptRow | null
  /** The model call that failed, where it was about one and it is known which. */
  readonly failed: Span | null
  /** As one hook was handed it; null where nobody was asked, or for what it was to begin with. */
  readonly handed: Json
}

/** The step that ran at a time, and how many there were by then. */
export interface StepAt {
  /** Null before the turn's first. */
  readonly step: ReadStep | null
  /** Within the turn, from 1; 0 before the first. */
  readonly number: number
  /** Within the session. */
  readonly pass: number
}

export function stepAt(reader: RecordReader, turn: TurnId, at: number): StepAt {
  const steps = reader.steps()
  const pass = countUntil(steps, at)
  const last = steps[pass - 1]
  if (last === undefined || last.turn !== turn) return { step: null, number: 0, pass }
  let number = 1
  while (steps[pass - 1 - number]?.turn === turn) number += 1
  return { step: last, number, pass }
}

/** How many began by then. */
function countUntil(steps: readonly ReadStep[], at: number): number {
  let [low, high] = [0, steps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.start ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** The span that hooks of the loop's own points are asked about then: the step's, before the first the turn's. */
export function askedAbout(reader: RecordReader, turn: TurnId, at: number): Span | null {
  const { step } = stepAt(reader, turn, at)
  return step === null ? reader.rootOf(turn) : reader.span(step.id)
}

export function turnNumberOf(reader: RecordReader, turn: TurnId | null): number | null {
  return turn === null ? null : (reader.turn(turn)?.number ?? null)
}

/** Takes from ever longer lists until enough is made of them: most candidates make one. */
export function collect<C, T>(
  limit: number,
  fetch: (count: number) => readonly C[],
  make: (candidate: C) => T | null,
): readonly T[] {
  const made: T[] = []
  let seen = 0
  for (let count = limit; ; count *= 4) {
    const candidates = fetch(count)
    for (const candidate of candidates.slice(seen)) {
      const one = make(candidate)
      if (one !== null) made.push(one)
      if (made.length === limit) return made
    }
    if (candidates.length < count) return made
    seen = candidates.length
  }
}

export function isOwnInput(row: TranscriptRow): boolean {
  return row.kind === 'input' && row.origin !== 'hook' && row.origin !== 'reminder' && row.origin !== 'loop'
}
