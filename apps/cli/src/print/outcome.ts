/** An outcome for people: what came out, what changed, and below it a line for every hook. */
import type { JsonObject, Outcome, Verdict } from '@belay/trace'
import { changesBetween } from '../changes'
import type { Output } from '../output'
import { changeLines } from './changes'
import { table } from './table'
import { duration, oneLine } from './text'

export function printOutcome(out: Output, outcome: Outcome, event: JsonObject): void {
  for (const line of outcomeText(outcome, event, out.columns)) out.line(line)
}

export function outcomeText(outcome: Outcome, event: JsonObject, width: number): readonly string[] {
  const { context, notes, reminders } = outcome
  return [
    headline(outcome),
    ...changeLines(changesOf(outcome, event)),
    ...(outcome.verdicts.length === 0 ? ['  no hook was asked'] : ['', ...verdictTable(outcome.verdicts, width)]),
    ...titled('context for the model', context),
    ...titled('notes', notes),
    ...titled('reminders', reminders),
  ]
}

function headline({ point, decision, by, reason, carried, halt, haltBy, wouldBe }: Outcome): string {
  const carries = carried === null ? '' : ` ${oneLine(JSON.stringify(carried))}`
  return [
    `${point}: ${decision}${by === null ? '' : ` by ${by}`}${reason === null ? carries : `: ${oneLine(reason)}`}`,
    ...(halt === null ? [] : [`halt by ${haltBy ?? 'a hook'}: ${oneLine(halt)}`]),
    ...(wouldBe === null || wouldBe === decision ? [] : [`with shadow hooks enforcing: ${wouldBe}`]),
  ].join('\n')
}

/** The subject of a point is the first key of its event. */
function changesOf({ value, point }: Outcome, event: JsonObject) {
  if (value === null) return []
  const [subject] = Object.values(event)
  const isSubject = point === 'tools.before' || point === 'guard.onInput' || point === 'guard.onOutput'
  return changesBetween(isSubject ? withoutId(subject, value) : undefined, value)
}

/** An outcome's call has no id of its own: only what both have is compared. */
function withoutId(subject: JsonObject[string] | undefined, value: JsonObject[string]) {
  if (typeof subject !== 'object' || subject === null || Array.isArray(subject)) return subject
  const kept = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return Object.fromEntries(Object.entries(subject).filter(([key]) => kept.includes(key)))
}

const columns = [
  { title: '#', right: true },
  { title: 'hook', most: 32 },
  { title: 'mode' },
  { title: 'verdict', most: 24 },
  { title: 'time', right: true },
  { title: 'what it said' },
]

function verdictTable(verdicts: readonly Verdict[], width: number): readonly string[] {
  const rows = verdicts.map((verdict) => [
    String(verdict.position + 1),
    verdict.hook,
    verdict.mode,
    verdictWord(verdict),
    verdict.notAsked === null ? duration(verdict.durationMs) : '',
    saidBy(verdict),
  ])
  return table(columns, rows, width)
}

/** The decision, or why there is none. */
export function verdictWord({ status, decision, notAsked, lost, late, recheck, halt }: Verdict): string {
  if (notAsked !== null) return 'not asked'
  const word = status === 'answered' || status === 'replayed' ? decision : status === 'use_default' ? 'default' : status
  const more = [
    ...(halt === null ? [] : ['halt']),
    ...(status === 'replayed' ? ['replayed'] : []),
    ...(lost ? ['lost'] : []),
    ...(late ? ['late'] : []),
    ...(recheck ? ['again'] : []),
  ]
  return more.length === 0 ? word : `${word} (${more.join(', ')})`
}

export function saidBy(verdict: Verdict): string {
  const { notAsked, error, halt, reason, value, context, notes } = verdict
  if (notAsked !== null) return error === null ? notAsked : `${notAsked}: ${error.message}`
  if (error !== null) return `${error.kind}: ${error.message}`
  const said = halt ?? reason ?? (value === null ? null : JSON.stringify(value))
  return [said, ...context.map((text) => `context: ${text}`), ...notes.map((text) => `note: ${text}`)]
    .filter((part) => part !== null)
    .join(' · ')
}

function titled(title: string, texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : ['', `${title}:`, ...texts.map((text) => `  ${oneLine(text)}`)]
}
