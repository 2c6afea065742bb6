/**
 * Where a session stands in a script. Pure: the place is read off the session's rows each time, so that two sessions
 * never share one and a session that was opened again goes on where it was. Steps that fail leave no row: the caller
 * remembers which of them have failed by now.
 */
import type { ResultRow, TranscriptRow } from '@belay/trace'
import type { ScriptStep } from './script'

export interface Place {
  /** How often the script has started over. */
  readonly lap: number
  readonly index: number
  /** The turn's steps are used up: nothing more until the next turn. */
  readonly over: boolean
}

export interface Track {
  readonly steps: readonly ScriptStep[]
  readonly loop: boolean
  /** The prompt that starts the script over, or null. */
  readonly restart: string | null
}

export interface Standing {
  readonly place: Place
  readonly lastResult: ResultRow | null
}

const START: Place = { lap: 0, index: 0, over: false }

/** The place behind all replies that this script gave in these rows. */
export function findPlace(
  track: Track,
  rows: readonly TranscriptRow[],
  isOurs: (row: TranscriptRow) => boolean,
): Standing {
  let place = START
  let lastResult: ResultRow | null = null
  let turn: TranscriptRow['turn'] = null
  let used = false
  for (const row of rows) {
    if (row.turn !== turn) {
      if (used) place = nextTurn(track, place)
      turn = row.turn
      used = false
    }
    if (row.kind === 'result') lastResult = row
    if (restarts(track, row) && place !== START) {
      place = { lap: place.lap + 1, index: 0, over: false }
      used = false
    }
    if (row.kind !== 'reply' || !isOurs(row)) continue
    // A step that fails has failed before the reply that came after it.
    const taken = takeStep(track, { place, lastResult }, (each) => each.error === undefined)
    if (taken !== null) place = taken.after
    used = true
  }
  return { place, lastResult }
}

function restarts({ restart }: Track, row: TranscriptRow): boolean {
  return restart !== null && row.kind === 'input' && row.origin === 'person' && row.text === restart
}

export interface Taken {
  readonly step: ScriptStep
  readonly at: Place
  readonly after: Place
}

/** The next step whose guard holds and that is wanted; null where the script, or the turn's part of it, has ended. */
export function takeStep(
  track: Track,
  { place, lastResult }: Standing,
  isWanted: (step: ScriptStep, at: Place) => boolean,
): Taken | null {
  let at = place
  // A lap without a step that can be taken would go on for ever.
  for (let left = track.steps.length + 1; left > 0 && !at.over; left -= 1) {
    at = startOver(track, at)
    const step = track.steps[at.index]
    if (step === undefined) return null
    const after = { ...at, index: at.index + 1, over: step.turn === true }
    if (holds(step, lastResult) && isWanted(step, at)) return { step, at, after }
    // A step that is passed over ends nothing.
    at = { ...after, over: false }
  }
  return null
}

function startOver({ steps, loop }: Track, place: Place): Place {
  return loop && place.index >= steps.length ? { lap: place.lap + 1, index: 0, over: false } : place
}

/** Behind the steps of the turn that has ended, also where it left some of them unused. */
function nextTurn({ steps }: Track, place: Place): Place {
  if (place.over || !steps.some((step) => step.turn === true)) return { ...place, over: false }
  const last = steps.findIndex((step, index) => index >= place.index && step.turn === true)
  return { ...place, index: last < 0 ? steps.length : last + 1 }
}

function holds({ when }: ScriptStep, lastResult: ResultRow | null): boolean {
  if (when === undefined) return true
  if (lastResult === null) return false
  const { isError, contains, name } = when.lastResult
  return (
    (isError === undefined || lastResult.isError === isError) &&
    (contains === undefined || lastResult.content.includes(contains)) &&
    (name === undefined || lastResult.name === name)
  )
}
