/**
 * What the run of a command means (`command-hooks.md` §3). Promises: total, and a refusal that was printed is never lost, at whatever
 * end and beside whatever else; what fails says the file, the place in it, the command, how it ended and what stderr began with.
 */
import { sameJson } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import type { CommandAnswer } from '../answer'
import type { CommandEntry, CommandEvent } from '../entry'
import type { CommandRun } from '../run'
import { entryName } from './entry-name'
import { EVENT_POWERS } from './event-powers'
import { type Found, findObjects } from './find-objects'
import { type Ended, endError, failureOf, warningOf } from './how-it-ended'
import { cutText, headOf, plainOrNull } from './plain-text'
import { type ObjectSaid, readObject, refuses, stronger } from './read-object'
import { toolOutputText } from './tool-output'

export interface CommandAsked extends Ended {
  readonly event: CommandEvent
  /** Arguments of the call, and as the payload had them; null at events that are about no call. */
  readonly handed: { readonly args: JsonObject; readonly sent: JsonObject } | null
}

/** As much of a stderr as is told to a model as a reason; the record has it all. */
const MOST_REASON = 10_000
const MOST_ANSWER_BYTES = 8 * 1_024 * 1_024
const EMPTY: CommandAnswer = {
  decision: 'pass',
  value: null,
  rewrite: null,
  reason: null,
  context: [],
  notes: [],
  halt: null,
  failure: null,
  warning: null,
  dropped: [],
}

export function readCommandAnswer(asked: CommandAsked): CommandAnswer {
  const { event, entry, run } = asked
  const cut = run.stdout.bytes > MOST_ANSWER_BYTES
  const found = findObjects(run.answerText, cut)
  const said = joinObjects(found.objects.map((object) => readObject(event, withoutId(object, entry))))
  const answer = readEnd({ ...asked, name: entryName(entry), found, said })
  return { ...answer, notes: [...streamNotes(run), ...answer.notes], warning: warningOf(asked) }
}

/** By which the lines of a persistent command are told apart. */
function withoutId(object: JsonObject, entry: CommandEntry): JsonObject {
  if (entry.type === 'http' || !entry.persistent) return object
  const { id: _, ...answer } = object
  return answer
}

interface Read extends CommandAsked {
  readonly name: string
  readonly found: Found
  readonly said: ObjectSaid | null
}

/** The last is the answer; a refusal in an earlier one still refuses. */
function joinObjects(all: readonly ObjectSaid[]): ObjectSaid | null {
  const last = all.at(-1)
  if (last === undefined) return null
  const earlier = all.slice(0, -1)
  if (earlier.length === 0) return last
  const refusing = earlier.filter(refuses)
  const strongest = refusing.reduce(stronger, last)
  const idle = earlier.length - refusing.length
  return {
    ...last,
    stance: strongest.stance,
    reason: strongest.reason ?? last.reason,
    halt: last.halt ?? refusing.find(({ halt }) => halt !== null)?.halt ?? null,
    notes: [
      ...refusing.flatMap(({ notes }) => [...notes, 'an earlier object that it printed refuses, which counts']),
      ...(idle > 0
        ? [
            `it printed ${idle === 1 ? 'an earlier object' : `${idle} earlier objects`} that did not count; the last one does`,
          ]
        : []),
      ...last.notes,
    ],
  }
}

function readEnd(read: Read): CommandAnswer {
  const { end } = read.run
  if (end.by === 'exit' && end.exitCode === 2) return readBlocked(read)
  if (read.said !== null && refuses(read.said)) return readRefusal(read, read.said)
  if (end.by === 'exit' && end.exitCode === 0) return readSuccess(read)
  return { ...EMPTY, failure: failureOf(read, endError(read)) }
}

/** Exit 2: what its JSON allows or rewrites does not count. */
function readBlocked(read: Read): CommandAnswer {
  const { event, run, said, found, name } = read
  const beside = { halt: said?.halt ?? null, notes: [...(said?.notes ?? []), ...aroundNote(read)] }
  if (!EVENT_POWERS[event].blocks) {
    const error = { kind: 'exit', message: `exited with 2, which would block; ${event} cannot` } as const
    return { ...EMPTY, ...beside, failure: failureOf(read, error) }
  }
  const reason =
    plainOrNull(run.stderr.text) ??
    said?.reason ??
    plainOrNull(found.objects.length > 0 ? found.around : run.stdout.text) ??
    `${name} exited with 2 and gave no reason`
  return { ...EMPTY, ...beside, decision: 'block', reason: cutText(reason, MOST_REASON) }
}

/** At any end. Beside a failure nothing counts but the refusal. */
function readRefusal(read: Read, said: ObjectSaid): CommandAnswer {
  const { event, run, name } = read
  const answered = run.end.by === 'exit' && run.end.exitCode === 0
  const ended = answered ? [] : [`it ${endError(read).message}; what it refused counts`]
  const notes = [...said.notes, ...aroundNote(read), ...ended, ...problemNote(said)]
  const beside = { halt: said.halt, notes, context: answered ? contextOf(said) : [] }
  if (said.stance === 'block' || said.stance === 'ask') {
    if (!EVENT_POWERS[event].blocks) {
      const error = { kind: 'bad_answer', message: `refused, which ${event} cannot` } as const
      return { ...EMPTY, ...beside, failure: failureOf(read, error, said.reason) }
    }
    const reason = cutText(
      said.reason ?? plainOrNull(run.stderr.text) ?? `${name} refused and gave no reason`,
      MOST_REASON,
    )
    const value = said.stance === 'ask' ? { question: reason } : null
    const { rewrite, dropped, note } = answered ? rewriteOf(read, said) : NO_REWRITE
    const kept =
      said.stance === 'ask' || event.startsWith('PostToolUse') ? { rewrite, dropped, notes: [...notes, ...note] } : {}
    return { ...EMPTY, ...beside, ...kept, decision: said.stance, reason, value }
  }
  return answered && said.problem === null ? { ...readFields(read, said), notes } : { ...EMPTY, ...beside }
}

function readSuccess(read: Read): CommandAnswer {
  const { event, run, said, found } = read
  if (found.broken) {
    const message = 'answered with broken JSON: its stdout begins with { and holds no whole object'
    return { ...EMPTY, failure: failureOf(read, { kind: 'bad_answer', message }) }
  }
  if (said !== null && said.problem !== null) {
    return { ...EMPTY, notes: said.notes, failure: failureOf(read, { kind: 'bad_answer', message: said.problem }) }
  }
  if (said !== null) return readFields(read, said)
  const text = EVENT_POWERS[event].textIsContext ? plainOrNull(run.stdout.text) : null
  return { ...EMPTY, context: text === null ? [] : [text] }
}

function readFields(read: Read, said: ObjectSaid): CommandAnswer {
  const { rewrite, dropped, note } = rewriteOf(read, said)
  const decision = said.stance === 'pass' && rewrite !== null ? 'rewrite' : said.stance
  return {
    ...EMPTY,
    decision,
    value: decision === 'rewrite' ? rewrite : null,
    rewrite,
    reason: said.stance === 'pass' ? null : said.reason,
    context: contextOf(said),
    notes: [...said.notes, ...aroundNote(read), ...note],
    halt: said.halt,
    dropped,
  }
}

interface Rewrite {
  readonly rewrite: Json
  readonly dropped: readonly string[]
  readonly note: readonly string[]
}

const NO_REWRITE: Rewrite = { rewrite: null, dropped: [], note: [] }

function rewriteOf({ handed }: Read, { updatedInput, updatedToolOutput }: ObjectSaid): Rewrite {
  if (updatedToolOutput !== null) return { ...NO_REWRITE, rewrite: toolOutputText(updatedToolOutput) }
  if (updatedInput === null) return NO_REWRITE
  const { args, sent } = handed ?? { args: {}, sent: {} }
  // What it hands back as it was handed it is as it was in the call.
  const kept = Object.entries(updatedInput).flatMap(([key, value]): [string, Json][] => {
    const before = args[key]
    const isAsSent = sent[key] !== undefined && sameJson(value, sent[key])
    if (!isAsSent) return [[key, value]]
    return before === undefined ? [] : [[key, before]]
  })
  const dropped = Object.keys(args).filter((key) => !Object.hasOwn(updatedInput, key))
  const note = dropped.length === 0 ? [] : [`its rewrite leaves out ${dropped.join(', ')}`]
  return { rewrite: { args: Object.fromEntries(kept) }, dropped, note }
}

function contextOf({ context }: ObjectSaid): readonly string[] {
  return context === null ? [] : [context]
}

/** Text that stands around an answer. */
function aroundNote({ found }: Read): readonly string[] {
  const around = found.objects.length === 0 ? '' : headOf(found.around)
  return around === '' ? [] : [`beside its answer it printed: ${around}`]
}

function problemNote({ problem }: ObjectSaid): readonly string[] {
  return problem === null ? [] : [`it ${problem}; what it refused counts`]
}

function streamNotes({ stdout, stderr }: CommandRun): readonly string[] {
  const wide = [stdout.utf16 ? 'stdout' : null, stderr.utf16 ? 'stderr' : null].filter((name) => name !== null)
  return wide.map((name) => `its ${name} was UTF-16 and was read as such`)
}
